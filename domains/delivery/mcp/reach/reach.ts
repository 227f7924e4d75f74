/** How an MCP client reaches an operation. */
export type Reach =
  | { readonly by: 'call' }
  /** A person does it in the console; the parts in braces are parameters of the operation. */
  | { readonly by: 'page'; readonly page: `/${string}` }
  /** It takes or answers bytes or a stream, which a program sends or reads at the address of the operation. */
  | { readonly by: 'transfer' }

export const call: Reach = { by: 'call' }
export const transfer: Reach = { by: 'transfer' }
export const page = (path: `/${string}`): Reach => ({ by: 'page', page: path })
