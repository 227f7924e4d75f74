/** An agent's fault that ends its work, as a sentence for people. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure'
}
