// Before the first paint, so that a dark page never flashes light and a member never sees the links of guests. No module:
// modules run after the page is read.
{
  const { dataset } = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('turnstone.theme');
    if (localStorage.getItem('turnstone.member') !== null) dataset.member = 'yes';
  } catch {
    // Storage is closed: the system's preference counts.
  }
  dataset.theme = chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  // A press on the front page before its scripts are there is carried out when they are.
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.id !== 'front-play') return;
    target.setAttribute('data-pressed', 'yes');
    target.setAttribute('aria-disabled', 'true');
  });
}
