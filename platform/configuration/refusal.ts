/**
 * A start that cannot continue for a reason that the operator can change. `message` is whole sentences: what happened,
 * to what, what to do next. It is printed without a stack.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
