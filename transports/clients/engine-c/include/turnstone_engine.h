/*
 * The rules of all games of Turnstone as a C library: the engine of the server, in process.
 *
 * Statuses. A function that can fail returns a status. After any other status than TURNSTONE_OK, nothing was played and
 * nothing was written, with two exceptions: TURNSTONE_BUFFER_TOO_SMALL writes the length of the text, and
 * TURNSTONE_INTERNAL may leave anything in the outputs. No function ends the process or unwinds into the caller.
 *
 * Pointers. Null and misaligned pointers are reported as TURNSTONE_INVALID_POINTER. A pointer must be null or valid for
 * what its function says. Outputs of one call do not overlap. What an output contained before is not read.
 *
 * Ownership. A match belongs to the caller, who frees it with turnstone_free. Texts of the type `const char *` belong to
 * the library and stay valid and unchanged. All other memory is the caller's: the library keeps no pointer to it.
 *
 * Texts. All texts are UTF-8 and end with NUL. A function that writes a text takes a buffer, its size in bytes and a
 * pointer to the length of the text, which it always writes; the length does not include the NUL. If the size is not
 * above the length, the function returns TURNSTONE_BUFFER_TOO_SMALL. A null buffer of size 0 asks for the length.
 *
 * Seats are counted from 0. Chips are whole numbers of play money.
 *
 * Threads. Calls for different matches may run at the same time. Calls for one match must not, not even those that take a
 * const pointer; but each may come from another thread.
 *
 * Determinism. The same version, kind, seed, seats, stake and actions give the same match, here and on a server.
 */
#ifndef TURNSTONE_ENGINE_H
#define TURNSTONE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a function. A number keeps its meaning; later versions may add further ones. */
typedef enum turnstone_status {
    TURNSTONE_OK = 0,
    /* A pointer is null or misaligned. */
    TURNSTONE_INVALID_POINTER = 1,
    /* There is no kind of this name. */
    TURNSTONE_UNKNOWN_KIND = 2,
    /* The kind does not allow this number of seats or this stake. */
    TURNSTONE_INVALID_SETUP = 3,
    /* The match has no such seat. */
    TURNSTONE_NO_SUCH_SEAT = 4,
    /* The length of an array is not the one that the function requires. */
    TURNSTONE_WRONG_LENGTH = 5,
    /* The buffer is too small for the text; the length of the text was written. */
    TURNSTONE_BUFFER_TOO_SMALL = 6,
    /* The action is not legal for this seat now, or the seat may not act or leave now. */
    TURNSTONE_ILLEGAL = 7,
    /* The match is not over. */
    TURNSTONE_NOT_OVER = 8,
    /* A level or a count is out of range. */
    TURNSTONE_INVALID_ARGUMENT = 9,
    /* A bug of the library. Afterwards the match can only be freed. */
    TURNSTONE_INTERNAL = 10
} turnstone_status;

/* A match in play. */
typedef struct turnstone_match turnstone_match;

/* A kind of table, with the sizes of its fixed encodings, which change only with the version of its rules. */
typedef struct turnstone_kind {
    /* The name, for example "connect-four-vs-house". */
    const char *name;
    /*
     * A JSON object: `kind`, `label`, `game`, `version` (of the rules), `rules` (a text), `actions` (`count` and `text`,
     * the meaning of the indices) and `observation` (`shape`, `type`, `text`, `parts` with `name`, `offset`, `shape` and
     * `text`, and `omitted`).
     */
    const char *description;
    /* A match has from fewest_seats to most_seats seats, at most 8. */
    size_t fewest_seats;
    size_t most_seats;
    size_t default_seats;
    /* The number of action indices. An index keeps its meaning. */
    size_t actions;
    /* The number of floats of an observation. */
    size_t numbers;
} turnstone_kind;

/* The seat number of a viewer without a seat, for turnstone_view. */
#define TURNSTONE_SPECTATOR SIZE_MAX

/* The number of bytes of a seed. */
#define TURNSTONE_SEED_BYTES 32

/* The version of the library. */
const char *turnstone_version(void);

/* A sentence about a status. */
const char *turnstone_status_text(int status);

/* The kind at an index, counted from 0; null beyond the last. It belongs to the library and stays valid. */
const turnstone_kind *turnstone_kind_at(size_t index);

/* The kind of a name; null if there is none or the name is null. It belongs to the library and stays valid. */
const turnstone_kind *turnstone_kind_named(const char *name);

/*
 * Deal a match of a kind and write it to `dealt`. The stake is 1 to 1,000,000 chips; a kind with a fixed buy-in ignores
 * it. The match may be over at once.
 */
turnstone_status turnstone_deal(const char *kind, const uint8_t seed[TURNSTONE_SEED_BYTES], size_t seats, int64_t stake,
                                turnstone_match **dealt);

/* Copy a match, and write the copy to `copy`. Both continue on their own; the copy has to be freed as well. */
turnstone_status turnstone_fork(const turnstone_match *match, turnstone_match **copy);

/* Free a match. Its pointer must not be used again. Null does nothing. */
void turnstone_free(turnstone_match *match);

/* The number of seats. */
turnstone_status turnstone_seats(const turnstone_match *match, size_t *seats);

/* The seats that may act now: bit s, of the value 1 << s, stands for seat s. 0 when the match is over. */
turnstone_status turnstone_to_act(const turnstone_match *match, uint32_t *seats);

/* For each action index, 1 if it is legal for the seat now, otherwise 0. `length` is `actions` of the kind. */
turnstone_status turnstone_mask(const turnstone_match *match, size_t seat, uint8_t *mask, size_t length);

/* The observation of a seat, made from its own view: floats from 0 to 1. `length` is `numbers` of the kind. */
turnstone_status turnstone_observe(const turnstone_match *match, size_t seat, float *numbers, size_t length);

/* Play the action with this index for a seat. */
turnstone_status turnstone_play(turnstone_match *match, size_t seat, size_t action);

/*
 * Play a random legal action, each as likely, for a seat, and write its index to `action`, which may be null. `number`
 * decides: the same position and number give the same action, and 0, 1, 2 and so on give independent ones.
 */
turnstone_status turnstone_play_random(turnstone_match *match, size_t seat, uint64_t number, size_t *action);

/*
 * Play the choice of the house for a seat, and write its index to `action`, which may be null. `level` is 1 (the weakest)
 * to 5 (its best). It sees the seat's view only. Its randomness is from the seed of the match, as on a server.
 */
turnstone_status turnstone_play_house(turnstone_match *match, size_t seat, uint32_t level, size_t *action);

/* A seat gives up. A seat can do so out of turn, but not in every game at any time. */
turnstone_status turnstone_leave(turnstone_match *match, size_t seat);

/*
 * The legal actions of a seat as a JSON array, empty if it may not act. Each is an object of its `index` and its
 * `action`, which is as in the API: {"index":3,"action":{"type":"drop","column":3}}
 */
turnstone_status turnstone_legal_actions(const turnstone_match *match, size_t seat, char *buffer, size_t size,
                                         size_t *length);

/* What a seat, or TURNSTONE_SPECTATOR, may see, as the JSON object of the API. */
turnstone_status turnstone_view(const turnstone_match *match, size_t seat, char *buffer, size_t size, size_t *length);

/* The chips that each seat won or lost in a match that is over. `length` is the number of seats. */
turnstone_status turnstone_scores(const turnstone_match *match, int64_t *scores, size_t length);

/*
 * The outcome of a match that is over as a JSON array by seat: objects of `seat`, `result` ("win", "loss" or "draw"),
 * `score` (chips) and, in some games, `rank` and `winningPieces`.
 */
turnstone_status turnstone_outcome(const turnstone_match *match, char *buffer, size_t size, size_t *length);

/*
 * Let random players play copies of the match to their end, `count` times, at least once, and write the mean score of
 * each seat in chips. `length` is the number of seats. The same position, count and number give the same means. The
 * copies keep what is hidden as it is, so the means depend on cards that a seat cannot see.
 */
turnstone_status turnstone_random_playouts(const turnstone_match *match, uint32_t count, uint64_t number, double *means,
                                           size_t length);

#ifdef __cplusplus
}
#endif

#endif
