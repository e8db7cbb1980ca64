"""The format of event streams."""

from __future__ import annotations

import unittest

from turnstone import BadAnswer
from turnstone.event_stream import MOST_CHARACTERS, Event, Parser

PRESENT = Event("message", "one", "")


def read(*pieces: bytes) -> list[Event]:
    parser = Parser()
    return [event for piece in pieces for event in parser.feed(piece)]


class Reading(unittest.TestCase):
    def test_fields_make_an_event(self) -> None:
        self.assertEqual(read(b'id: 1.-\nevent: table\ndata: {"a": 1}\n\n'), [Event("table", '{"a": 1}', "1.-")])

    def test_an_event_has_a_default_name_and_the_newest_id(self) -> None:
        events = read(b"id: 1\nevent: table\ndata: one\n\ndata: two\n\nid\ndata: three\n\n")
        self.assertEqual(
            events, [Event("table", "one", "1"), Event("message", "two", "1"), Event("message", "three", "")]
        )

    def test_an_id_without_data_counts_and_makes_no_event(self) -> None:
        self.assertEqual(read(b"id: 7\nevent: table\n\ndata: one\n\n"), [Event("message", "one", "7")])

    def test_an_id_with_a_null_is_ignored(self) -> None:
        self.assertEqual(read(b"id: 7\nid: 8\0\ndata: one\n\n"), [Event("message", "one", "7")])

    def test_lines_of_data_are_joined(self) -> None:
        self.assertEqual(read(b"data: one\ndata:  two\ndata\n\n"), [Event("message", "one\n two\n", "")])
        self.assertEqual(read(b"data:\n\n"), [Event("message", "", "")])

    def test_one_space_after_the_colon_is_dropped(self) -> None:
        self.assertEqual(read(b"data:one\n\ndata:  one\n\n"), [PRESENT, Event("message", " one", "")])

    def test_comments_and_other_fields_are_ignored(self) -> None:
        self.assertEqual(read(b":\n\n: hello\nretry: 9\nnonsense\n data: no\nDATA: no\ndata: one\n\n:\n\n"), [PRESENT])

    def test_every_line_end_ends_a_line(self) -> None:
        for end in (b"\n", b"\r\n", b"\r"):
            with self.subTest(end=end):
                events = read(end.join([b"id: 1", b"data: one", b"data: two", b"", b"data: three", b"", b""]))
                self.assertEqual(events, [Event("message", "one\ntwo", "1"), Event("message", "three", "1")])
        self.assertEqual(read(b"data: one\r\ndata: two\r\n\ndata: three\n\r"), [
            Event("message", "one\ntwo", ""), Event("message", "three", "")
        ])  # fmt: skip

    def test_the_pieces_do_not_matter(self) -> None:
        whole = "\ufeffid: 1\r\nevent: täble\r\n: hm\r\ndata: \U0001f600\r\ndata: two\r\n\r\ndata: \ufeff\n\n".encode()
        events = [Event("täble", "\U0001f600\ntwo", "1"), Event("message", "\ufeff", "1")]
        self.assertEqual(read(whole), events)
        self.assertEqual(read(*(bytes([byte]) for byte in whole)), events)
        for cut in range(len(whole)):
            self.assertEqual(read(whole[:cut], b"", whole[cut:]), events)

    def test_an_event_comes_with_its_last_byte(self) -> None:
        for end in (b"\n\n", b"\r\r", b"\r\n\r"):
            parser = Parser()
            self.assertEqual(parser.feed(b"data: one" + end[:-1]), [])
            self.assertEqual(parser.feed(end[-1:]), [PRESENT])

    def test_an_unfinished_event_is_dropped(self) -> None:
        self.assertEqual(read(b"data: one\n\ndata: two\n"), [PRESENT])

    def test_wrong_bytes_are_replaced(self) -> None:
        self.assertEqual(read(b"data: \xff\n\n"), [Event("message", "\ufffd", "")])

    def test_an_event_that_does_not_end_is_an_error(self) -> None:
        for piece in (b"x" * 65536, b"data: one\n" * 6554, b":\nid: 1\n" * 7282):
            with self.subTest(piece=piece[:10]):
                parser = Parser()
                with self.assertRaises(BadAnswer):
                    for _ in range(MOST_CHARACTERS // 32768 + 2):
                        parser.feed(piece)
        parser = Parser()
        for _ in range(1000):
            self.assertEqual(len(parser.feed(b"data: " + b"x" * 65536 + b"\n\n")), 1)


class Data(unittest.TestCase):
    def test_data_is_json(self) -> None:
        self.assertEqual(Event("table", "[1]", "").json(), [1])
        with self.assertRaises(BadAnswer):
            Event("table", "<html>", "").json()


if __name__ == "__main__":
    unittest.main()
