// The content of the member's public card.

import { ApiError, get, patch, remove } from '../../lib/api.js';
import { h, keyed, setText } from '../../lib/dom.js';
import { face } from '../../lib/face.js';
import { reader } from '../../lib/trouble.js';
import { actButton, field, form, Wrong } from '../forms.js';
import { section } from './section.js';

const LONGEST_BIO = 280;
const LONGEST_ADDRESS = 512;

/** @param {AbortSignal} signal */
export function profile(signal) {
  const bio = field({
    name: 'bio',
    label: 'About you',
    help: `Up to ${LONGEST_BIO} characters, shown on your card as plain text.`,
    tag: 'textarea',
    rows: 3,
    maxlength: LONGEST_BIO,
  });
  const avatarUrl = field({
    name: 'avatarUrl',
    label: 'Address of a picture',
    help: 'An https address, for programs that show pictures. These pages draw an avatar from your handle instead, because a picture from another server would reveal who looks at your card.',
    type: 'url',
    inputmode: 'url',
    autocomplete: 'off',
    maxlength: LONGEST_ADDRESS,
  });
  const showMessenger = h('input', { type: 'checkbox', id: 'show-messenger' });
  const shown = h(
    'p',
    { hidden: true },
    h('label', { class: 'choice', for: 'show-messenger' }, showMessenger, 'Show my messenger name on my card'),
  );
  const doors = h('ul', { class: 'list' });
  const noDoors = h('p', { class: 'quiet' });
  const said = h('span', { role: 'status' });
  const faceBox = h('span', { class: 'big-face' });

  /** @param {Api.Profile} answer */
  function draw(answer) {
    if (!faceBox.firstChild) faceBox.append(face(answer.handle));
    bio.input.value = answer.bio ?? '';
    avatarUrl.input.value = answer.avatarUrl ?? '';
    showMessenger.checked = answer.showMessenger;
    shown.hidden = answer.doors.length === 0;
    keyed(
      doors,
      answer.doors,
      ({ provider }) => provider,
      ({ provider, username }) =>
        h(
          'li',
          null,
          h('span', { class: 'grow', text: username ? `${provider}: ${username}` : provider }),
          actButton('Unlink', unlink, { label: `Unlink ${provider}` }),
        ),
    );
    setText(
      noDoors,
      answer.doors.length > 0
        ? 'You can also sign in with a linked account. You can unlink it at any time: your recovery code still works.'
        : 'No messenger account is linked. If this server has a messenger bot, start linking there.',
    );
  }

  async function unlink() {
    await remove('/api/identities/messenger');
    draw(await get('/api/me/profile'));
  }

  const { element } = form({
    fields: { bio, avatarUrl },
    content: [bio.element, avatarUrl.element, shown],
    text: 'Save',
    also: said,
    submit: async () => {
      setText(said, '');
      const address = String(avatarUrl.input.value).trim();
      if (address !== '' && !address.startsWith('https://'))
        throw new Wrong('avatarUrl', 'The address must begin with https://');
      const text = String(bio.input.value).trim();
      draw(
        await patch('/api/me/profile', {
          bio: text === '' ? null : text,
          avatarUrl: address === '' ? null : address,
          showMessenger: showMessenger.checked,
        }).catch((error) => {
          if (error instanceof ApiError && error.field === '/avatarUrl')
            throw new Wrong('avatarUrl', 'This is not an https address.');
          throw error;
        }),
      );
      setText(said, 'Saved.');
    },
  });
  return {
    element: section(
      'account-card',
      'Your card',
      faceBox,
      element,
      h('h3', { text: 'Linked accounts' }),
      doors,
      noDoors,
    ),
    ready: reader(signal)(() => get('/api/me/profile'), draw),
  };
}
