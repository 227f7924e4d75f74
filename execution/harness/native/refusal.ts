/** The refusal of a tool, as a sentence for the model. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
}
