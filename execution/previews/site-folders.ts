/** Folders that a site is often served from, in the order in which they are looked at. */
export const siteFolders: readonly string[] = [
  '.',
  'public',
  'site',
  'www',
  'html',
  'docs',
  'dist',
  'build',
  'out',
  '_site',
  'static',
  'src',
]
