/* Plays every kind with random players and with the house, and passes bad input to every function. */
#include "check.h"

static const uint8_t SEED[TURNSTONE_SEED_BYTES] = {7, 1, 2, 3};

/* Large enough for every text of a match. */
static char text[1 << 16], other_text[1 << 16];

static turnstone_match *deal(const turnstone_kind *kind, size_t seats) {
    turnstone_match *match = NULL;
    OK(turnstone_deal(kind->name, SEED, seats, 10, &match));
    CHECK(match != NULL);
    return match;
}

static uint32_t to_act(const turnstone_match *match) {
    uint32_t seats = UINT32_MAX;
    OK(turnstone_to_act(match, &seats));
    return seats;
}

/* The lowest seat that may act. */
static size_t turn(const turnstone_match *match) {
    size_t seat = 0;
    while (!(to_act(match) >> seat & 1)) {
        seat++;
    }
    return seat;
}

static void kinds_are_listed(void) {
    size_t kinds = 0;
    for (const turnstone_kind *kind; (kind = turnstone_kind_at(kinds)) != NULL; kinds++) {
        char size[64];
        CHECK(turnstone_kind_named(kind->name) == kind);
        CHECK(1 <= kind->fewest_seats && kind->fewest_seats <= kind->default_seats);
        CHECK(kind->default_seats <= kind->most_seats && kind->most_seats <= MOST_SEATS);
        snprintf(size, sizeof size, "{\"count\":%zu,", kind->actions);
        CHECK(strstr(kind->description, size) != NULL);
        snprintf(size, sizeof size, "\"shape\":[%zu],", kind->numbers);
        CHECK(strstr(kind->description, size) != NULL);
    }
    CHECK(kinds == 18);
    CHECK(turnstone_kind_at(SIZE_MAX) == NULL);
    CHECK(turnstone_kind_named("chess") == NULL);
    CHECK(turnstone_kind_named(NULL) == NULL);
    CHECK(turnstone_kind_named("\xff") == NULL);
}

/* The mask, the legal actions and the observation of a seat agree. Returns an index that is not legal. */
static size_t check_seat(const turnstone_kind *kind, const turnstone_match *match, size_t seat) {
    int may_act = to_act(match) >> seat & 1;
    size_t legal = 0, illegal = kind->actions, listed = 0, length;
    uint8_t *mask = malloc(kind->actions);
    float *numbers = malloc(kind->numbers * sizeof *numbers);
    OK(turnstone_mask(match, seat, mask, kind->actions));
    OK(turnstone_observe(match, seat, numbers, kind->numbers));
    OK(turnstone_legal_actions(match, seat, text, sizeof text, &length));
    for (const char *at = text; (at = strstr(at, "{\"index\":")) != NULL; listed++) {
        at += strlen("{\"index\":");
        CHECK(mask[strtoul(at, NULL, 10)] == 1);
    }
    for (size_t index = 0; index < kind->actions; index++) {
        CHECK(mask[index] <= 1);
        legal += mask[index];
        if (!mask[index]) {
            illegal = index;
        }
    }
    CHECK(strlen(text) == length && legal == listed && (legal > 0) == may_act);
    for (size_t at = 0; at < kind->numbers; at++) {
        CHECK(0 <= numbers[at] && numbers[at] <= 1);
    }
    CHECK(numbers[kind->numbers - 1] == (float)may_act);
    free(mask);
    free(numbers);
    return illegal;
}

static void view(const turnstone_match *match, char *into) {
    size_t length;
    OK(turnstone_view(match, TURNSTONE_SPECTATOR, into, sizeof text, &length));
    CHECK(strlen(into) == length && into[0] == '{');
}

/* A match that is over has an outcome and scores, and nobody may act. */
static void check_end(const turnstone_match *match, size_t seats) {
    int64_t scores[MOST_SEATS];
    double means[MOST_SEATS];
    size_t length;
    CHECK(to_act(match) == 0);
    OK(turnstone_scores(match, scores, seats));
    OK(turnstone_outcome(match, text, sizeof text, &length));
    /* Nothing is left to play, so playouts have its scores. */
    OK(turnstone_random_playouts(match, 3, 1, means, seats));
    const char *at = text;
    for (size_t seat = 0; seat < seats; seat++) {
        at = strstr(at, "\"score\":") + strlen("\"score\":");
        CHECK(strtoll(at, NULL, 10) == scores[seat]);
        CHECK(means[seat] == (double)scores[seat]);
    }
}

/* A match of random players. A copy that gets the same actions ends the same way. */
static void random_play(const turnstone_kind *kind, size_t seats) {
    turnstone_match *match = deal(kind, seats), *copy = NULL;
    size_t count = 0, plies = 0;
    OK(turnstone_seats(match, &count));
    CHECK(count == seats);
    OK(turnstone_fork(match, &copy));
    for (; to_act(match) != 0; plies++) {
        size_t seat = turn(match), action = SIZE_MAX;
        /* Every seat is checked at first; later only the seat to act, which is quicker. */
        for (size_t checked = plies < 4 ? 0 : seat; checked < (plies < 4 ? seats : seat + 1); checked++) {
            size_t illegal = check_seat(kind, match, checked);
            view(match, text);
            EXPECT(TURNSTONE_ILLEGAL, turnstone_play(match, checked, illegal));
            view(match, other_text);
            CHECK(strcmp(text, other_text) == 0);
        }
        OK(turnstone_play_random(match, seat, plies, &action));
        CHECK(action < kind->actions);
        OK(turnstone_play(copy, seat, action));
    }
    view(match, text);
    view(copy, other_text);
    CHECK(strcmp(text, other_text) == 0);
    check_end(match, seats);
    turnstone_free(copy);
    EXPECT(TURNSTONE_ILLEGAL, turnstone_play_random(match, 0, 0, NULL));
    EXPECT(TURNSTONE_ILLEGAL, turnstone_play_house(match, 0, 5, NULL));
    EXPECT(TURNSTONE_ILLEGAL, turnstone_play(match, 0, 0));
    EXPECT(TURNSTONE_ILLEGAL, turnstone_leave(match, 0));
    turnstone_free(match);
}

/* Random players, one of whom tries to leave after each action. The match ends whether or not they may. */
static void play_with_leavers(const turnstone_kind *kind, size_t seats) {
    turnstone_match *match = deal(kind, seats);
    size_t left = 0;
    for (uint64_t plies = 0; to_act(match) != 0; plies++) {
        OK(turnstone_play_random(match, turn(match), plies, NULL));
        turnstone_status status = turnstone_leave(match, plies % seats);
        CHECK(status == TURNSTONE_OK || status == TURNSTONE_ILLEGAL);
        left += status == TURNSTONE_OK;
    }
    CHECK(left <= seats);
    check_end(match, seats);
    turnstone_free(match);
}

/* A match of the house against itself, twice: it plays the same. */
static void house_play(const turnstone_kind *kind, uint32_t level) {
    turnstone_match *match = deal(kind, kind->default_seats), *again = NULL;
    OK(turnstone_fork(match, &again));
    while (to_act(match) != 0) {
        size_t seat = turn(match), action = SIZE_MAX, same = SIZE_MAX;
        OK(turnstone_play_house(match, seat, level, &action));
        OK(turnstone_play_house(again, seat, level, &same));
        CHECK(action < kind->actions && action == same);
    }
    check_end(match, kind->default_seats);
    turnstone_free(match);
    turnstone_free(again);
}

/* Draws by different numbers differ; the same number repeats them. */
static void numbers_decide_random_play(void) {
    const turnstone_kind *kind = turnstone_kind_named("roulette");
    turnstone_match *match = deal(kind, kind->default_seats), *copy;
    unsigned char drawn[256] = {0};
    int different = 0;
    CHECK(kind->actions <= sizeof drawn);
    for (uint64_t number = 0; number < 32; number++) {
        size_t action, same;
        OK(turnstone_fork(match, &copy));
        OK(turnstone_play_random(copy, 0, number, &action));
        turnstone_free(copy);
        OK(turnstone_fork(match, &copy));
        OK(turnstone_play_random(copy, 0, number, &same));
        turnstone_free(copy);
        CHECK(action == same);
        different += !drawn[action];
        drawn[action] = 1;
    }
    CHECK(different > 12);
    turnstone_free(match);
}

static void playouts_are_repeatable(void) {
    turnstone_match *match = deal(turnstone_kind_named("tic-tac-toe-vs-house"), 2);
    double means[2], same[2], different[2];
    OK(turnstone_random_playouts(match, 200, 1, means, 2));
    OK(turnstone_random_playouts(match, 200, 1, same, 2));
    OK(turnstone_random_playouts(match, 200, 2, different, 2));
    CHECK(means[0] == same[0] && means[0] == -means[1] && means[0] != different[0]);
    /* The seat that begins is better off, and neither always wins. */
    CHECK(-10 < means[0] && means[0] < 10 && means[turn(match)] > 0);
    turnstone_free(match);
}

static void seats_can_leave(void) {
    turnstone_match *match = deal(turnstone_kind_named("connect-four-vs-house"), 2);
    int64_t scores[2];
    OK(turnstone_leave(match, 1 - turn(match)));
    CHECK(to_act(match) == 0);
    OK(turnstone_scores(match, scores, 2));
    CHECK(scores[0] + scores[1] == 0 && (scores[0] == 10 || scores[0] == -10));
    turnstone_free(match);
}

static void bad_setups_are_rejected(void) {
    const char *kind = "dominoes";
    turnstone_match *match = NULL;
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_deal(NULL, SEED, 2, 10, &match));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_deal(kind, SEED, 2, 10, NULL));
    EXPECT(TURNSTONE_UNKNOWN_KIND, turnstone_deal("", SEED, 2, 10, &match));
    EXPECT(TURNSTONE_UNKNOWN_KIND, turnstone_deal("\xff\xfe", SEED, 2, 10, &match));
    const size_t seats[] = {0, 1, 5, 255, 258, SIZE_MAX};
    for (size_t at = 0; at < sizeof seats / sizeof *seats; at++) {
        EXPECT(TURNSTONE_INVALID_SETUP, turnstone_deal(kind, SEED, seats[at], 10, &match));
    }
    const int64_t stakes[] = {INT64_MIN, -1, 0, 1000001, INT64_MAX};
    for (size_t at = 0; at < sizeof stakes / sizeof *stakes; at++) {
        EXPECT(TURNSTONE_INVALID_SETUP, turnstone_deal(kind, SEED, 2, stakes[at], &match));
    }
    CHECK(match == NULL);
    /* A pointer through a variable, because the compiler rejects a null seed. */
    const uint8_t *volatile none = NULL;
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_deal(kind, none, 2, 10, &match));
    turnstone_free(NULL);
    CHECK(strcmp(turnstone_status_text(TURNSTONE_UNKNOWN_KIND), turnstone_status_text(-1)) != 0);
    CHECK(turnstone_status_text(INT32_MIN) == turnstone_status_text(INT32_MAX));
    CHECK(strlen(turnstone_version()) >= 5);
}

static void null_matches_are_rejected(void) {
    uint8_t mask[1];
    uint32_t set;
    float numbers[1];
    int64_t scores[1];
    double means[1];
    size_t length;
    turnstone_match *copy = NULL;
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_fork(NULL, &copy));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_seats(NULL, &length));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_to_act(NULL, &set));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_mask(NULL, 0, mask, 1));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_observe(NULL, 0, numbers, 1));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_play(NULL, 0, 0));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_play_random(NULL, 0, 0, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_play_house(NULL, 0, 5, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_leave(NULL, 0));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_legal_actions(NULL, 0, text, sizeof text, &length));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_view(NULL, 0, text, sizeof text, &length));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_scores(NULL, scores, 1));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_outcome(NULL, text, sizeof text, &length));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_random_playouts(NULL, 1, 0, means, 1));
    CHECK(copy == NULL);
}

static void bad_seats_actions_and_levels_are_rejected(void) {
    const turnstone_kind *kind = turnstone_kind_named("mancala-vs-house");
    turnstone_match *match = deal(kind, 2);
    const size_t none[] = {2, 8, 256, SIZE_MAX - 1};
    uint8_t mask[64];
    float numbers[256];
    double means[2];
    size_t length, seat = turn(match);
    CHECK(kind->actions <= sizeof mask && kind->numbers <= 256);
    view(match, other_text);
    for (size_t at = 0; at < sizeof none / sizeof *none; at++) {
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_mask(match, none[at], mask, kind->actions));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_observe(match, none[at], numbers, kind->numbers));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_play(match, none[at], 0));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_play_random(match, none[at], 0, NULL));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_play_house(match, none[at], 5, NULL));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_leave(match, none[at]));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_legal_actions(match, none[at], text, sizeof text, &length));
        EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_view(match, none[at], text, sizeof text, &length));
    }
    EXPECT(TURNSTONE_NO_SUCH_SEAT, turnstone_mask(match, SIZE_MAX, mask, kind->actions));
    const size_t actions[] = {kind->actions, 65535, 65536, SIZE_MAX};
    for (size_t at = 0; at < sizeof actions / sizeof *actions; at++) {
        EXPECT(TURNSTONE_ILLEGAL, turnstone_play(match, seat, actions[at]));
    }
    EXPECT(TURNSTONE_ILLEGAL, turnstone_play_random(match, 1 - seat, 0, NULL));
    EXPECT(TURNSTONE_ILLEGAL, turnstone_play_house(match, 1 - seat, 5, NULL));
    EXPECT(TURNSTONE_INVALID_ARGUMENT, turnstone_play_house(match, seat, 0, NULL));
    EXPECT(TURNSTONE_INVALID_ARGUMENT, turnstone_play_house(match, seat, 6, NULL));
    EXPECT(TURNSTONE_INVALID_ARGUMENT, turnstone_random_playouts(match, 0, 0, means, 2));
    view(match, text);
    CHECK(strcmp(text, other_text) == 0);
    turnstone_free(match);
}

static void bad_outputs_are_rejected(void) {
    const turnstone_kind *kind = turnstone_kind_named("tic-tac-toe-vs-house");
    turnstone_match *match = deal(kind, 2);
    uint8_t mask[64];
    float numbers[64];
    int64_t scores[2];
    double means[2];
    size_t length, seat = turn(match);
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_fork(match, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_seats(match, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_to_act(match, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_to_act(match, (uint32_t *)(void *)(mask + 1)));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_mask(match, seat, NULL, kind->actions));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_mask(match, seat, mask, kind->actions - 1));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_mask(match, seat, mask, kind->actions + 1));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_observe(match, seat, NULL, kind->numbers));
    EXPECT(TURNSTONE_INVALID_POINTER,
           turnstone_observe(match, seat, (float *)(void *)((char *)numbers + 1), kind->numbers));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_observe(match, seat, numbers, 0));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_observe(match, seat, numbers, SIZE_MAX));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_random_playouts(match, 1, 0, NULL, 2));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_random_playouts(match, 1, 0, means, 3));
    EXPECT(TURNSTONE_NOT_OVER, turnstone_scores(match, scores, 2));
    EXPECT(TURNSTONE_NOT_OVER, turnstone_outcome(match, text, sizeof text, &length));
    OK(turnstone_leave(match, seat));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_scores(match, NULL, 2));
    EXPECT(TURNSTONE_WRONG_LENGTH, turnstone_scores(match, scores, 1));
    turnstone_free(match);
}

static void texts_fit_or_report_their_length(void) {
    turnstone_match *match = deal(turnstone_kind_named("tic-tac-toe-vs-house"), 2);
    size_t length = 0, same = 0, seat = turn(match);
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_view(match, 0, text, sizeof text, NULL));
    EXPECT(TURNSTONE_INVALID_POINTER, turnstone_view(match, 0, NULL, 1, &length));
    CHECK(length == 0);
    EXPECT(TURNSTONE_BUFFER_TOO_SMALL, turnstone_view(match, 0, NULL, 0, &length));
    CHECK(length > 0);
    char *exact = malloc(length + 1);
    exact[0] = '!';
    EXPECT(TURNSTONE_BUFFER_TOO_SMALL, turnstone_view(match, 0, exact, length, &same));
    CHECK(same == length && exact[0] == '!');
    OK(turnstone_view(match, 0, exact, length + 1, &same));
    CHECK(same == length && strlen(exact) == length);
    free(exact);
    EXPECT(TURNSTONE_BUFFER_TOO_SMALL, turnstone_legal_actions(match, seat, text, 3, &length));
    /* A seat that may not act has no legal actions. */
    OK(turnstone_legal_actions(match, 1 - seat, text, 3, &length));
    CHECK(strcmp(text, "[]") == 0 && length == 2);
    OK(turnstone_leave(match, 0));
    EXPECT(TURNSTONE_BUFFER_TOO_SMALL, turnstone_outcome(match, text, 3, &length));
    turnstone_free(match);
}

int main(void) {
    kinds_are_listed();
    for (size_t at = 0; turnstone_kind_at(at) != NULL; at++) {
        const turnstone_kind *kind = turnstone_kind_at(at);
        for (size_t seats = kind->fewest_seats; seats <= kind->most_seats; seats++) {
            random_play(kind, seats);
            play_with_leavers(kind, seats);
        }
        for (uint32_t level = 1; level <= 5; level++) {
            house_play(kind, level);
        }
    }
    numbers_decide_random_play();
    playouts_are_repeatable();
    seats_can_leave();
    bad_setups_are_rejected();
    null_matches_are_rejected();
    bad_seats_actions_and_levels_are_rejected();
    bad_outputs_are_rejected();
    texts_fit_or_report_their_length();
    return 0;
}
