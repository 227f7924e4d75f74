/** Values of any shape, frequent in comments, documentation and tests. A key that a provider issued counts anywhere. */
const shapeless: readonly string[] = ['basicauth', 'database-connection-string', 'privatekey', 'random-value']

const exampleFolders =
  /(?:^|\/)(?:docs?|documentation|examples?|fixtures?|samples?|spec|tests?|testing|__tests__|testdata)\//i
const exampleFiles =
  /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:test_[^/]*|readme|history|changelog|changes)$|[._-](?:test|spec)\.\w{1,9}$/i

const isExamplePath = (path: string): boolean => exampleFolders.test(path) || exampleFiles.test(path)

/** True if a secret without a shape of its own is in documentation, a test or an example. */
export const isOfExample = (rule: string, path: string): boolean =>
  [...shapeless, 'protected-file'].includes(rule) && isExamplePath(path)

const commentStarts = ['//', '#', '*', '/*', '--', '<!--', ';', '%', '>>>']
const commentMarks = [' //', ' #', '\t//', '\t#', '<!--', '/*']

const isInComment = (before: string) =>
  commentStarts.some((mark) => before.trimStart().startsWith(mark)) ||
  commentMarks.some((mark) => before.includes(mark))

const placeholder = /example|placeholder|change-?me|dummy|xxxx|1234567|abcdefg|00000000|\.\.\./i
const placeholderNames =
  /^(?:[<{$[*%].*|.*[>}\])*%]|\w{0,3}|foo|foobar|user(?:name)?|pass(?:w(?:or)?d)?|pwd|secret|test(?:ing)?|admin|root|my.*|your.*|some.*)$/i
const localHosts =
  /^(?:localhost|127(?:\.\d{1,3}){3}|host(?:name)?|.*\.(?:test|invalid|localhost)|\[::1\])(?:[:/?].*)?$/i

/** The user, the password and the host of an address; undefined for anything else. */
const addressIn = (secret: string) => {
  const start = secret.indexOf('://')
  const end = secret.lastIndexOf('@')
  if (start === -1 || end < start) return undefined
  const [user = '', ...password] = secret.slice(start + 3, end).split(':')
  return { user, password: password.join(':'), host: secret.slice(end + 1) }
}

const isPlaceholder = (secret: string): boolean => {
  if (placeholder.test(secret)) return true
  const address = addressIn(secret)
  if (address === undefined) return false
  const { user, password, host } = address
  return password === user || placeholderNames.test(password) || localHosts.test(host)
}

const looksAtMost = 300

/** True if a secret is a placeholder, or is in a comment without a shape of its own. `before` is the line before. */
export const isMadeUp = (rule: string, secret: string, before: string): boolean =>
  isPlaceholder(secret.slice(0, looksAtMost)) || (shapeless.includes(rule) && isInComment(before.slice(0, looksAtMost)))
