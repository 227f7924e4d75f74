/** Variables that make programs print plainly and end automatically. */
export const commandEnvironment: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-R',
  TERM: 'dumb',
  NO_COLOR: '1',
  PIP_PROGRESS_BAR: 'off',
  TQDM_DISABLE: '1',
  PYTHONUNBUFFERED: '1',
  // The index is the agent's own, so that git may cache its knowledge of the files.
  GIT_OPTIONAL_LOCKS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  EDITOR: 'true',
}
