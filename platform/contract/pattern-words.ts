import { linePattern, namePattern, nameSentence } from './schema.ts'

const line = 'must be one line without invisible characters'
const lines = 'must be text without invisible characters, and not spaces alone'
const day = 'must be a day such as 2026-03-31'
const file = 'must be the path of a file inside the repository, without a slash at its ends'
const address = 'must be an address that begins with https:// or http://'
const branch = 'must be the name of a branch, without spaces and without ~ ^ : ? * [ and \\'

/** The words for a value that does not match a pattern. A test of all contracts shows that every pattern is here. */
export const patternWords: Readonly<Record<string, string>> = {
  [namePattern]: nameSentence,
  [linePattern]: line,
  '^(?=.*\\S)[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$': line,
  '^(?!\\s+$)[^\\0-\\t\\v-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\u200b\\ufeff]*$': lines,
  '^(?!\\s+$)[^\\p{Cs}\\u0000-\\u0009\\u000b-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$': lines,
  '^[^\\u0000]*$': 'must be text without the character NUL',
  '\\S': 'must be more than spaces',
  '^[\\x21-\\x7e]+$': 'must be letters, digits and signs of ASCII without spaces',
  '^[\\x20-\\x7e]+$': 'must be letters, digits, signs and spaces of ASCII',
  '^[!-~]{1,125}$': 'must be 1 to 125 letters, digits and signs of ASCII without spaces',
  '^[0-9a-f]{40}$': 'must be the 40 hexadecimal digits of a commit, in small letters',
  '^[0-9a-f]{64}$': 'must be a SHA-256 of 64 hexadecimal digits, in small letters',
  '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$': day,
  '^\\d{4}-\\d{2}-\\d{2}$': day,
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': day,
  '^\\d{4}-\\d\\d-\\d\\d': 'must begin with a day such as 2026-03-31',
  '^20\\d{2}-(0[1-9]|1[0-2])$': 'must be a month such as 2026-03',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'must be a time such as 08:30',
  '^https://': 'must be an address that begins with https://',
  '^[hH][tT][tT][pP][sS]?://': address,
  '^https?://[^@\\s]+$': `${address}, without a user name and spaces`,
  '^(\\*\\.)?([a-z0-9-]+\\.)+[a-z0-9-]+$':
    'must be the name of a host in small letters, such as example.com or *.example.com',
  '^/[^\\s]*$': 'must be a path that begins with a slash, without spaces',
  '^/[^\\s#]*$': 'must be a path that begins with a slash, without spaces and #',
  "^/[A-Za-z0-9_.~!$&'()*+,;=:@%/-]*$": 'must be the path of an address, beginning with a slash',
  '^(?!\\.{1,2}/)[\\w.-]{1,99}/(?!\\.{1,2}$)[\\w.-]{1,99}$': 'must be owner/name, as the code host spells it',
  '^(?!-)[^\\s~^:?*\\[\\\\\\x00-\\x1f\\x7f]+$': branch,
  '^(?![-/.])(?!HEAD$)(?!.*(\\.\\.|//|@\\{|/\\.|\\.lock(/|$)|[/.]$))[^\\s~^:?*\\[\\\\\\x00-\\x1f\\x7f]+$': branch,
  '^(?!/)(?!(.*/)?[.][.](/|$))[\\w.@+*/-]+$': file,
  '^(?!/)(?!(.*/)?[.]{1,2}(/|$))(?!.*/(/|$))[\\w.@+*/-]+$': file,
  '^(?![\\s\\S]*(?:^|/)\\.\\.(?:/|$))[^/\\\\\\u0000]+(?:/[^/\\\\\\u0000]+)*$': file,
  '^100(644|755|600)$': 'must be one of 100644, 100755 and 100600',
  '^[a-z][a-z_]{0,59}\\.(?:[a-z][a-z_]{0,59}|\\*)$':
    'must be an event such as task.merged, or task.* for all of a kind',
  '^[^-\\p{Cc}][^\\p{Cc}]*$': 'must be one line that does not begin with a hyphen',
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'must be small letters and digits with single hyphens between them',
  '^[a-z0-9][a-z0-9-]{0,39}$': 'must be 1 to 40 small letters, digits and hyphens, not beginning with a hyphen',
  '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$':
    'must be letters, digits, dots, hyphens and underscores between two letters or digits',
  '^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$': 'must be 1 to 64 letters, digits and _ . + -, beginning with a letter or digit',
  '^[A-Za-z0-9_-]{1,80}$': 'must be 1 to 80 letters, digits, underscores and hyphens',
  '^[A-Za-z0-9._-]{1,100}$': 'must be 1 to 100 letters, digits, dots, underscores and hyphens',
  '^[A-Za-z0-9_.:-]{1,64}$': 'must be 1 to 64 letters, digits and _ . : -',
  '^[A-Za-z0-9]{1,50}$': 'must be 1 to 50 letters and digits',
  '^[A-Za-z0-9_-]{43}$': 'must be 43 letters, digits, underscores and hyphens, as the answer before gave it',
  '^[A-Za-z0-9+/]{1,6000}={0,2}$': 'must be base64: letters, digits, + and /, with at most two = at the end',
  '^[A-Za-z0-9_-]+$': 'must be base64url: letters, digits, underscores and hyphens',
  '^[0-9a-f]{16}-[A-Za-z0-9]{1,50}$': 'must be 16 hexadecimal digits, a hyphen and the name of the account',
  '^[0-9]{1,18}$': 'must be 1 to 18 digits',
  '^[0-9]{1,20}$': 'must be 1 to 20 digits',
  '^\\d{1,4}$': 'must be 1 to 4 digits',
  '^(?!0+$)\\d{4,8}$': 'must be 4 to 8 digits, not all of them 0',
  '^[1-6]\\d{4,8}$': 'must be 5 to 9 digits, the first from 1 to 6',
  '^-?(0|[1-9]\\d{0,11})(\\.\\d{1,6})?$':
    'must be a number such as 1.5, with at most 12 digits before the point and 6 after it',
  '^#[0-9a-fA-F]{6}$': 'must be a colour such as #1a2b3c',
  '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*$':
    'must be letters, digits, spaces, dots, underscores and hyphens, beginning with a letter or digit',
  '^[A-Z]{2}$': 'must be a country of two capital letters, such as DE',
  '^[A-Z]{3}$': 'must be three capital letters, such as AAI',
  '^[a-z]{2,3}$': 'must be a language of two or three small letters, such as de',
  '^[A-Z]{2}[0-9A-Z+*]{2,13}$': 'must be a VAT number such as DE123456789, with its country first',
  '^[A-Za-z]{2}[0-9]{2}(?: ?[A-Za-z0-9]){11,30}$': 'must be an IBAN such as DE89 3704 0044 0532 0130 00',
  '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$': 'must be a BIC of 8 or 11 capital letters and digits, such as COBADEFFXXX',
  '^\\+?[0-9](?:[ ()/.-]{0,2}[0-9]){2,19}$': 'must be a phone number such as +49 30 1234567',
  '^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$': 'must be at most 20 letters, digits and / . _ -, and not end with a digit',
}

const namedMost = 20

/** Words for a value that is not among the allowed values. */
export const allowedWords = (allowed: readonly unknown[]): string => {
  const shown = allowed.slice(0, namedMost).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const left = allowed.length - shown.length
  if (left > 0) return `must be one of ${shown.join(', ')} and ${left} more`
  const last = shown.pop()
  return shown.length === 0 ? `must be ${last}` : `must be one of ${shown.join(', ')} and ${last}`
}
