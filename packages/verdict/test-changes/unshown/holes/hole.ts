import type { Program } from '../../syntax/names.ts'
import type { SyntaxNode } from '../../syntax/tree.ts'

/** Kinds of holes that a request does not ask for, each with its number in the Common Weakness Enumeration. */
export const holeDoes = {
  // CWE-330, CWE-338
  token_predictable: 'makes a secret that others can guess',
  // CWE-89
  query_from_text: 'puts a query together from text',
  // CWE-22
  path_from_text: 'puts a path together from a name that others choose',
  // CWE-347
  token_unverified: 'reads a token without a check of its signature',
  // CWE-601
  redirect_open: 'sends people on to an address that others choose',
  // CWE-942
  origin_open: 'lets other sites read answers',
  // CWE-916
  password_hash_weak: 'hashes a password with what is fast to guess',
  // CWE-208
  secret_compared: 'compares a secret in a time that depends on its letters',
  // CWE-1333
  expression_backtracks: 'has an expression that takes very long for some texts',
  // CWE-915
  fields_unchecked: 'takes over all fields that a caller sends',
  // CWE-1321
  prototype_reachable: 'sets keys that others choose, so that they can reach a prototype',
  // CWE-79
  page_from_text: 'writes text into a page without escaping it',
  // CWE-918
  address_from_request: 'fetches an address that others choose',
} as const

export type HoleKind = keyof typeof holeDoes

/** Whether a node is a hole of one kind. */
export type HoleRule = (program: Program, node: SyntaxNode) => boolean
