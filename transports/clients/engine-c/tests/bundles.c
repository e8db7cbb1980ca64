/*
 * Replays bundles from their seeds and actions, and compares the scores.
 *
 *   bundles FILE...
 *
 * It does not parse JSON: it removes the spaces of a file and searches for its members, whose order is known.
 */
#include "check.h"

#include <ctype.h>

#define MOST_BYTES (1 << 16)

/* A file without its spaces. No text of a bundle contains one. */
static void read_bundle(const char *path, char *bundle) {
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    size_t length = 0;
    for (int byte; (byte = getc(file)) != EOF;) {
        CHECK(length < MOST_BYTES - 1);
        if (!isspace(byte)) {
            bundle[length++] = (char)byte;
        }
    }
    bundle[length] = 0;
    fclose(file);
}

/* The place after the next occurrence of a text. */
static const char *after(const char *from, const char *member) {
    const char *at = strstr(from, member);
    CHECK(at != NULL);
    return at + strlen(member);
}

/* The end of the JSON object that begins here. No text of an action contains a brace. */
static const char *end_of_object(const char *from) {
    const char *at = from;
    for (int depth = 0; at == from || depth > 0; at++) {
        depth += (*at == '{') - (*at == '}');
    }
    return at;
}

static turnstone_match *deal(const char *bundle, size_t *seats) {
    const char *config = after(bundle, "\"config\":"), *hex = after(bundle, "\"seed\":\"");
    const char *name = after(config, "\"kind\":\"");
    int64_t stake = strtoll(after(config, "\"stake\":"), NULL, 10);
    char kind[64] = {0};
    uint8_t seed[TURNSTONE_SEED_BYTES];
    turnstone_match *match = NULL;
    *seats = strtoul(after(config, "\"seats\":"), NULL, 10);
    CHECK(strcspn(name, "\"") < sizeof kind);
    memcpy(kind, name, strcspn(name, "\""));
    for (size_t at = 0; at < sizeof seed; at++) {
        char byte[3] = {hex[2 * at], hex[2 * at + 1], 0};
        seed[at] = (uint8_t)strtoul(byte, NULL, 16);
    }
    OK(turnstone_deal(kind, seed, *seats, stake, &match));
    return match;
}

/* Play an action that is given as JSON. */
static void play(turnstone_match *match, size_t seat, const char *action, size_t bytes) {
    static char legal[MOST_BYTES], wanted[256];
    size_t length;
    OK(turnstone_legal_actions(match, seat, legal, sizeof legal, &length));
    CHECK(bytes + 16 < sizeof wanted);
    snprintf(wanted, sizeof wanted, ",\"action\":%.*s}", (int)bytes, action);
    const char *index = strstr(legal, wanted);
    if (index == NULL) {
        fprintf(stderr, "not among the legal actions %s: %s\n", legal, wanted);
        exit(1);
    }
    while (isdigit(index[-1])) {
        index--;
    }
    OK(turnstone_play(match, seat, strtoul(index, NULL, 10)));
}

static void replay(const char *path) {
    static char bundle[MOST_BYTES];
    int64_t scores[MOST_SEATS];
    size_t seats;
    read_bundle(path, bundle);
    turnstone_match *match = deal(bundle, &seats);
    const char *entry = after(bundle, "\"log\":[");
    while (*entry == '{' || *entry == ',') {
        entry += *entry == ',';
        size_t seat = strtoul(after(entry, "{\"seat\":"), NULL, 10);
        const char *action = after(entry, "\"action\":"), *end = end_of_object(entry);
        if (*action == '{') {
            play(match, seat, action, (size_t)(end_of_object(action) - action));
        } else {
            OK(turnstone_leave(match, seat));
        }
        entry = end;
    }
    CHECK(*entry == ']');
    OK(turnstone_scores(match, scores, seats));
    const char *outcome = after(bundle, "\"outcome\":[");
    for (size_t seat = 0; seat < seats; seat++) {
        outcome = after(outcome, "\"score\":");
        CHECK(strtoll(outcome, NULL, 10) == scores[seat]);
    }
    turnstone_free(match);
}

int main(int count, char **paths) {
    CHECK(count > 18);
    for (int at = 1; at < count; at++) {
        replay(paths[at]);
    }
    printf("%d bundles\n", count - 1);
    return 0;
}
