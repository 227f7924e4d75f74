/** What an agent did that ends its work, as a sentence for people. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure'
}
