/* What the tests share. */
#ifndef CHECK_H
#define CHECK_H

#include "turnstone_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* End the test with a message unless the condition holds. */
#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

/* End the test with a message unless a call returns this status. */
#define EXPECT(expected, call)                                                          \
    do {                                                                                \
        turnstone_status returned = (call);                                             \
        if (returned != (expected)) {                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                    turnstone_status_text((int)returned));                              \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

#define OK(call) EXPECT(TURNSTONE_OK, call)

#define MOST_SEATS 8

#endif
