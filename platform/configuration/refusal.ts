/** A start that the operator has to mend. `message`: what happened, to what, what to do next; only this is printed. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
