// The word joiner is not seen, and parts what would be one word for the host.
const joiner = '\u2060'

const mention = /(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_-])/gu
/** Source: GitHub, “Linking a pull request to an issue”; GitLab, “Managing issues”; Linear, “GitHub integration”. */
const closing =
  /\b([cfri])(?=(?:los(?:e[sd]?|ing)|ix(?:e[sd]|ing)?|esolv(?:e[sd]?|ing)|mplement(?:s|ed|ing)?|ompletes?d?)\b:?\s{1,4}(?:[\w./-]{0,100}[#!]\d|https?:\/\/|[a-z]{1,10}-\d))/gi
/** Source: GitLab, “Quick actions”. */
const command = /^([ \t]*)\/(?=[a-z])/gim

/** A text as a code host shows it, which mentions no account, closes no issue, and contains no command for the host. */
export const quietText = (text: string): string =>
  text.replaceAll(mention, `@${joiner}`).replaceAll(closing, `$1${joiner}`).replaceAll(command, `$1${joiner}/`)
