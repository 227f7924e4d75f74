/** Whether a text is the name of an environment variable that every shell takes (POSIX.1-2024, 3.216 Name). */
export const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

// Variables that a sandbox, its shells, its harness and git set or obey: another value would change their surroundings,
// not the project.
const sandboxOwn = new Set(
  [
    'PATH HOME TMPDIR USER LOGNAME SHELL LANG PWD OLDPWD SHLVL CI SETUP_CACHE SETUP_PACKAGES',
    'ENV IFS CDPATH GLOBIGNORE PROMPT_COMMAND PS4 SHELLOPTS POSIXLY_CORRECT UID EUID PPID GROUPS OPTIND LINENO _',
    'PAGER MANPAGER LESS TERM NO_COLOR PIP_PROGRESS_BAR TQDM_DISABLE PYTHONUNBUFFERED EDITOR',
    'GLIBC_TUNABLES GCONV_PATH MALLOC_CHECK_ OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE',
    'ALL_PROXY HTTP_PROXY HTTPS_PROXY NO_PROXY FTP_PROXY',
    // No JavaScript object accepts this name as a plain key.
    '__proto__',
  ].flatMap((names) => names.toLowerCase().split(' ')),
)
const sandboxOwnBeginnings = /^(ld_|dyld_|git_|bash|atelier_|node_(?!env$))/

/** Whether people may not set this variable in a sandbox, in any case. Only `NODE_ENV` is free among Node's names. */
export const isSandboxOwn = (name: string): boolean => {
  const folded = name.toLowerCase()
  return sandboxOwn.has(folded) || sandboxOwnBeginnings.test(folded)
}

/** Why commands in a sandbox cannot get a variable with this name, as the end of a sentence; undefined if they can. */
export const faultOfVariable = (name: string): { readonly message: string; readonly rule: string } | undefined => {
  if (!isVariableName(name))
    return { message: 'is no name of a variable: use letters, digits and _, and no digit first', rule: 'name' }
  return isSandboxOwn(name)
    ? { message: 'is set by the sandbox itself, and cannot be changed', rule: 'reserved' }
    : undefined
}
