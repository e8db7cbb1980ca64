// Runs before the first paint, so that a dark page never flashes light and a member never sees the links for guests. It
// is not a module: modules run after the page is parsed.
{
  const { dataset } = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('turnstone.theme');
    if (localStorage.getItem('turnstone.member') !== null) dataset.member = 'yes';
  } catch {
    // Storage is unavailable: use the system's preference.
  }
  dataset.theme = chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  // A press on the front page before its scripts are loaded is carried out when they are.
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.id !== 'front-play') return;
    target.setAttribute('data-pressed', 'yes');
    target.setAttribute('aria-disabled', 'true');
  });
}
