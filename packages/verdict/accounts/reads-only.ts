import { setOf } from '../set-of.ts'
import type { SyntaxNode } from './parts/index.ts'

/**
 * Whether a failure only reads before it fails: it assigns nothing, waits for nothing, and calls only questions, readers
 * of values and makers of errors. A condition that does more would do it on each run, and no test would notice.
 */
export const readsOnly = (node: SyntaxNode, text: string): boolean => {
  const words = text.slice(node.start, node.end)
  return words.length <= failureMostChars && !environment.test(words) && isReader(node, text)
}

const failureMostChars = 2_000
const environment = /\b(?:env|environ|getenv|Getenv|LookupEnv|ENV|_ENV)\b/
const changing =
  /assign|update_expression|named_expression|await|yield|inc_statement|dec_statement|send_statement|go_statement|defer_statement|process_substitution|heredoc/
const calling =
  /^(?:call|call_expression|new_expression|command|method_invocation|object_creation_expression|invocation_expression|function_call_expression|member_call_expression|scoped_call_expression|nullsafe_member_call_expression|macro_invocation)$/
/** A function that is passed by its name, and would be called. */
const passedFunction =
  /\b(?:every|filter|find|findIndex|map|some)(?:\?\.)?\(\s*(?:[\w$.]+|&\S+)\s*[,)]|\?\(\s*&|\bkey\s*=\s*(?!lambda)/
const questions = /^(?:is|has|can|may|are|was)(?:[A-Z_]\w*)?$|\?$/
const errors = /(?:Error|Exception|Err|Errorf|Invalid|Failure)$/
const readers = setOf(
  'Array As BigInt Boolean Cmp ConstantTimeCompare Contains Count Date EndsWith Equal EqualFold Equals Fields HasPrefix HasSuffix Index Is IsNullOrEmpty IsNullOrWhiteSpace IsZero Len Map New Number Object RegExp RuneCountInString Set Some StartsWith String ToLower ToUpper Trim TrimSpace URL abs all any as_str at bail basename byteLength bytes cap ceil charAt charCodeAt chars chr codePointAt compare compareTo compareToIgnoreCase compare_digest contains containsKey count die dirname echo empty endsWith ends_with endswith entries equals equalsIgnoreCase every exists existsSync exit expr extname fail find findIndex finditer first float floor format fullmatch get getTime grep group hasOwn hasOwnProperty hash_equals in_array include includes index indexOf int isabs isalnum isalpha isascii isdecimal isdigit isdir isfile isinstance islower isnumeric issubclass isupper items iter join keys last lastIndexOf len length list localeCompare lower lstrip map match matcher matches max min none normalize now ord padEnd padStart panic parse parseFloat parseInt preg_match printf raise relative resolve return round rstrip search size slice some sorted split sprintf startsWith starts_with startswith str str_contains strip strlen strpos strtolower strtoupper substr substring sum test timingSafeEqual toFixed toLowerCase toString toUpperCase to_owned to_string trim tuple type typeof unwrap_or upper values',
)

const isReader = (node: SyntaxNode, text: string): boolean => {
  const { type } = node
  if (node.isNamed && changing.test(type)) return false
  if (type === 'delete' || type === '++' || type === '--') return false
  if (type === 'file_redirect' && !/^\d?>(?:&2| ?\/dev\/null)$/.test(text.slice(node.start, node.end))) return false
  const isCall = node.isNamed && calling.test(type)
  if (isCall && (!isReading(calledName(node, text)) || passedFunction.test(text.slice(node.start, node.end))))
    return false
  // The tokens of a macro are no tree: a call in them is not seen.
  if (type === 'token_tree') return !text.slice(node.start + 1, node.end).includes('(')
  return node.children.every((child) => isReader(child, text))
}

const isReading = (name: string) => questions.test(name) || errors.test(name) || readers.has(name)

/** The last name of a callee: `test` of `/a/.test(b)`; empty if it is not a name. */
const calledName = (node: SyntaxNode, text: string): string => {
  const called =
    node.children.find(({ field }) => ['method', 'name', 'constructor', 'type', 'macro'].includes(field)) ??
    node.children.find(({ field }) => field === 'function') ??
    node.children.find(({ isNamed }) => isNamed)
  return /(?<![\w$?])[A-Za-z_$][\w$]*\??$/.exec(called ? text.slice(called.start, called.end) : '')?.[0] ?? ''
}
