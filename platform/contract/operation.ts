import type { Declaration, Operation } from './declaration.ts'
import type { CheckedDeclaration } from './mistakes.ts'

export * from './declaration.ts'

const ids = new WeakMap<object, string>()

/**
 * Declares an operation: the description that routes, validates, authorizes, audits, documents and tests it. Its
 * contract sets its id. Mistakes that do not compile are listed, with the compiler's messages, in `mistakes.test.ts`.
 */
export const operation = <const Op extends Declaration>(declaration: Op & CheckedDeclaration<Op>) => {
  const { method, path }: Declaration = declaration
  const made = {
    ...declaration,
    get id(): string {
      const id = ids.get(made)
      if (id === undefined) throw new Error(`${method} ${path} is in no contract, so it has no id`)
      return id
    },
  }
  return made
}

/** Whether every field of the body may be left out: a request without a body then counts as one with an empty object. */
export const isBodyOptional = ({ body }: Pick<Operation, 'body'>): boolean => {
  if (body === undefined || 'bytes' in body) return false
  const { type, required = [] } = body as { readonly type?: string; readonly required?: readonly string[] }
  return type === 'object' && required.length === 0
}

/**
 * A contract: one subject's operations by id. Answers that are narrower than the specification are listed in
 * decisions/0177, states and orders that differ from it in decisions/0178.
 */
export type Contract = Readonly<Record<string, Operation>>

/** Makes a contract, which sets each operation's id to its key. An operation has one id permanently. */
export const contract = <const C extends Contract>(operations: C): C => {
  for (const [id, one] of Object.entries(operations)) {
    const before = ids.get(one)
    if (before !== undefined && before !== id) throw new Error(`${before} and ${id} are one operation`)
    ids.set(one, id)
  }
  return operations
}
