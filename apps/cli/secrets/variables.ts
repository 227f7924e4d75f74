/** Whether a key can be the name of an environment variable. Source: POSIX.1-2024, XBD 8.1. */
export const isVariable = (key: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)

// A person who may set a secret of a project must not choose code that runs on the machines of others.
const loading =
  /^(PATH|SHELL|IFS|ENV|BASH_ENV|BASH_FUNC.*|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|PYTHON(PATH|STARTUP|HOME)|PERL5(OPT|LIB)|RUBY(OPT|LIB)|JAVA_TOOL_OPTIONS|GIT_.*)$/i

/** True if a variable does not change the programs that the command loads. */
export const isHarmless = (name: string): boolean => !loading.test(name)

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** The variables out of files in JSON, by their paths: of several values the value from the last path counts. */
export const variablesOf = (files: ReadonlyMap<string, unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...files]
      .sort(([one], [other]) => byBytes(one, other))
      .flatMap(([, content]) => Object.entries(content as object))
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .filter(([name, value]) => isVariable(name) && isHarmless(name) && !value.includes('\0')),
  )
