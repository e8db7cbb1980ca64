// Before the first paint, so that a dark page never flashes light. No module: modules run after the page is read.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem('turnstone.theme');
  } catch {
    // Storage is closed: the system's preference counts.
  }
  document.documentElement.dataset.theme =
    chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
