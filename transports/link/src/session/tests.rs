//! Both ends of a session, and a machine between them.

use super::*;
use tokio::io::{AsyncReadExt, DuplexStream, duplex};
use tokio::task::JoinHandle;
use turnstone_engine::runtime::Tokio;

const KEY: SharedKey = SharedKey::new([7; 32]);
const END: LinkEnd<'_> = LinkEnd { purpose: "test", name: "a" };
const FIRST: u32 = 5;
const ANSWER: u32 = 6;

type Opened = io::Result<(u32, Directions<DuplexStream>)>;

fn dials(stream: Carried<DuplexStream>, key: SharedKey, peer: LinkEnd<'static>) -> JoinHandle<Opened> {
    tokio::spawn(async move { dial(&Tokio::current(), stream, &key, ("b", peer), &FIRST).await })
}

fn answers(stream: Carried<DuplexStream>) -> JoinHandle<Opened> {
    tokio::spawn(async move {
        let (first, (mut to, from)) = accept(&Tokio::current(), stream, &KEY, END, || true).await?;
        to.send_now(&ANSWER).await?;
        Ok((first, (to, from)))
    })
}

async fn session() -> (Directions<DuplexStream>, Directions<DuplexStream>) {
    let (one, other) = duplex(8 << 20);
    let (dialed, answered) = (dials(Carried::new(one), KEY, END), answers(Carried::new(other)));
    let ((answer, dialed), (first, answered)) = (dialed.await.unwrap().unwrap(), answered.await.unwrap().unwrap());
    assert_eq!((first, answer), (FIRST, ANSWER));
    (dialed, answered)
}

/// The bytes of a Noise message on the wire, if it is complete.
async fn wire(from: &mut DuplexStream) -> Option<Vec<u8>> {
    let length = from.read_u16().await.ok()?;
    let mut bytes = vec![0; usize::from(length)];
    from.read_exact(&mut bytes).await.ok()?;
    Some([&length.to_be_bytes(), bytes.as_slice()].concat())
}

/// Let a machine pass on the messages of a session that is opened: those of the handshake, the first one and its answer. `edit`
/// changes a message and returns whether the machine goes on. Returns what comes of it at the end that dials, and at the other.
async fn passed(
    key: SharedKey,
    peer: LinkEnd<'static>,
    mut edit: impl FnMut(usize, &mut Vec<u8>) -> bool,
) -> (Opened, Opened) {
    let ((own, mut one), (mut other, theirs)) = (duplex(4096), duplex(4096));
    let (dialed, answered) = (dials(Carried::new(own), key, peer), answers(Carried::new(theirs)));
    for step in 0..4 {
        let (from, to) = if step % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let Some(mut bytes) = wire(from).await else { break };
        let goes_on = edit(step, &mut bytes);
        to.write_all(&bytes).await.unwrap();
        if !goes_on {
            break;
        }
    }
    drop((one, other));
    (dialed.await.unwrap(), answered.await.unwrap())
}

fn rejects<T>(opened: io::Result<T>) {
    assert_eq!(opened.err().map(|error| error.to_string()), Some(unreadable(()).to_string()));
}

/// The end that dials learns nothing but this.
fn is_closed(opened: Opened) {
    assert!(opened.err().unwrap().to_string().contains("compare the key files"));
}

#[tokio::test]
async fn messages_arrive_in_order() {
    let ((mut to, _), (_, mut from)) = session().await;
    for number in 0..3_u32 {
        to.send_now(&number).await.unwrap();
    }
    for number in 0..3_u32 {
        assert_eq!(from.next::<u32>().await.unwrap(), number);
    }
}

#[tokio::test]
async fn messages_of_every_length_up_to_the_bound_arrive() {
    let ((mut to, _), (_, mut from)) = session().await;
    let noise = 65_519;
    for length in [0, 1, noise - 4, noise - 3, noise - 2, 2 * noise - 3, 2 * noise, 3 << 20] {
        let message: Vec<u8> = (0..length).map(|at| at as u8).collect();
        to.send_now(&message).await.unwrap();
        assert_eq!(from.next::<Vec<u8>>().await.unwrap(), message, "{length} bytes");
    }
    let error = to.send_now(&vec![0_u8; MAX_BYTES]).await.unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[tokio::test]
async fn a_peer_cannot_send_more_than_the_bound() {
    let ((mut to, _), (_, mut from)) = session().await;
    let Seal::Noise(seal) = &mut to.seal else { panic!("it is the present link") };
    let wire = seal.seal(&vec![0; MAX_BYTES]).unwrap();
    to.to.write_all(&wire).await.unwrap();
    rejects(from.next::<Vec<u8>>().await);
}

#[tokio::test]
async fn rejects_another_key() {
    let (dialed, answered) = passed(SharedKey::new([8; 32]), END, |_, _| true).await;
    is_closed(dialed);
    rejects(answered);
}

#[tokio::test]
async fn rejects_a_peer_that_means_another_end() {
    for peer in [LinkEnd { name: "c", ..END }, LinkEnd { purpose: "other", ..END }] {
        let (dialed, answered) = passed(KEY, peer, |_, _| true).await;
        is_closed(dialed);
        rejects(answered);
    }
}

#[tokio::test]
async fn rejects_every_changed_byte_of_the_handshake_and_the_first_messages() {
    let (dialed, answered) = passed(KEY, END, |_, _| true).await;
    assert!(dialed.is_ok() && answered.is_ok());
    for step in 0..4 {
        let mut length = 1;
        let mut at = 0;
        while at < length {
            let (dialed, answered) = passed(KEY, END, |now, bytes| {
                if now == step {
                    length = bytes.len();
                    bytes[at] ^= 1;
                }
                now != step
            })
            .await;
            assert!(if step % 2 == 0 { &answered } else { &dialed }.is_err(), "byte {at} of message {step}");
            at += 1;
        }
        assert!(length > 16, "message {step} has a tag");
    }
}

#[tokio::test]
async fn rejects_a_handshake_that_is_cut_off_anywhere() {
    for step in 0..4 {
        let mut length = 1;
        let mut left = 0;
        while left < length {
            let (dialed, answered) = passed(KEY, END, |now, bytes| {
                if now == step {
                    length = bytes.len();
                    bytes.truncate(left);
                }
                now != step
            })
            .await;
            let cut_off = if step % 2 == 0 { answered } else { dialed };
            assert_eq!(cut_off.err().unwrap().kind(), ErrorKind::UnexpectedEof, "{left} bytes of message {step}");
            left += 1;
        }
    }
}

#[tokio::test]
async fn a_repeated_handshake_proves_nothing() {
    let mut recorded = Vec::new();
    let (dialed, _) = passed(KEY, END, |step, bytes| {
        if step % 2 == 0 {
            recorded.push(bytes.clone());
        }
        true
    })
    .await;
    dialed.unwrap();
    let (mut own, theirs) = duplex(4096);
    let answered = tokio::spawn(async move {
        accept::<_, u32>(&Tokio::current(), Carried::new(theirs), &KEY, END, || panic!("it has not proved the key"))
            .await
            .map(drop)
    });
    own.write_all(&recorded[0]).await.unwrap();
    wire(&mut own).await.unwrap();
    own.write_all(&recorded[1]).await.unwrap();
    rejects(answered.await.unwrap());
}

#[tokio::test]
async fn a_peer_without_the_key_gets_no_byte_and_no_room() {
    let first = 2000_u16.to_be_bytes();
    let (mut own, theirs) = duplex(4096);
    let answered = answers(Carried::new(theirs));
    own.write_all(&first).await.unwrap();
    rejects(answered.await.unwrap());
    assert_eq!(own.read(&mut [0; 16]).await.unwrap(), 0);
}

#[tokio::test]
async fn rejects_a_message_that_is_repeated_or_of_another_direction_or_session() {
    let seal = |to: &mut Sender<_>| {
        let Seal::Noise(seal) = &mut to.seal else { panic!("it is the present link") };
        seal.seal(&[FIRST as u8]).unwrap()
    };
    let ((mut to, mut other), (mut back, mut from)) = session().await;
    let message = seal(&mut to);
    to.to.write_all(&[message.as_slice(), &message].concat()).await.unwrap();
    assert_eq!(from.next::<u32>().await.unwrap(), FIRST);
    rejects(from.next::<u32>().await);
    let own = seal(&mut to);
    back.to.write_all(&own).await.unwrap();
    rejects(other.next::<u32>().await);
    let ((mut to, _), _other) = session().await;
    let (_own, (_, mut from)) = session().await;
    let foreign = seal(&mut to);
    let (mut own, theirs) = duplex(4096);
    own.write_all(&foreign).await.unwrap();
    let (theirs, _) = tokio::io::split(theirs);
    from.from = theirs;
    rejects(from.next::<u32>().await);
}

/// A machine of the version before: it does not mark its random bytes.
async fn former(mut stream: DuplexStream, dials: bool) -> Directions<DuplexStream> {
    let seals = former::exchange(&mut stream, &KEY, dials, [9; 32]).await.unwrap();
    directions(stream, former_seals(seals))
}

#[tokio::test]
async fn a_machine_of_the_version_before_is_understood_in_both_directions() {
    let (own, theirs) = duplex(1 << 20);
    let answered = answers(Carried::former(theirs));
    let (mut to, mut from) = former(own, true).await;
    to.send_now(&FIRST).await.unwrap();
    assert_eq!(from.next::<u32>().await.unwrap(), ANSWER);
    assert_eq!(answered.await.unwrap().unwrap().0, FIRST);
    let (own, theirs) = duplex(1 << 20);
    let dialed = dials(Carried::former(own), KEY, END);
    let (mut to, mut from) = former(theirs, false).await;
    assert_eq!(from.next::<u32>().await.unwrap(), FIRST);
    let large = vec![7_u8; 256 << 10];
    to.send_now(&ANSWER).await.unwrap();
    to.send_now(&large).await.unwrap();
    let (answer, (_, mut from)) = dialed.await.unwrap().unwrap();
    assert_eq!((answer, from.next::<Vec<u8>>().await.unwrap()), (ANSWER, large));
}

#[tokio::test]
async fn machines_of_this_version_cannot_be_made_to_use_the_link_of_the_version_before() {
    let (own, theirs) = duplex(4096);
    let (dialed, answered) = (dials(Carried::former(own), KEY, END), answers(Carried::former(theirs)));
    for opened in [dialed.await.unwrap(), answered.await.unwrap()] {
        let error = opened.err().unwrap().to_string();
        assert!(error.contains("both machines have the present link"), "{error}");
    }
}

/// What the version before writes, computed by HKDF and ChaCha20-Poly1305 of another library.
#[tokio::test]
async fn the_link_of_the_version_before_has_the_same_bytes() {
    let (mut own, mut theirs) = duplex(4096);
    theirs.write_all(&[b"turnstone standby 1\n".as_slice(), &[1; 32]].concat()).await.unwrap();
    let (mut to, mut from) = former::exchange(&mut own, &KEY, true, [2; 32]).await.unwrap();
    assert_eq!(hex::encode(to.seal(&[5]).unwrap()), "00000011fe4b912c431a5a70bb3c1a036f68bc0ee7");
    theirs.write_all(&hex::decode("000000111eea001975a24cb457697e4f5035631614").unwrap()).await.unwrap();
    assert_eq!(from.open(&mut own, MAX_BYTES).await.unwrap(), [5]);
    let mut greeting = [0; 52];
    theirs.read_exact(&mut greeting).await.unwrap();
    assert_eq!(greeting, *[b"turnstone standby 1\n".as_slice(), &[2; 32]].concat());
}
