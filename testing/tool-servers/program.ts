/** A tool server of few lines over standard input and output, as `node` starts it. */
const source = `
const tools = [
  { name: 'echo', description: 'Says it again', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
  { name: 'variable', inputSchema: { type: 'object' } },
  { name: 'fail', inputSchema: { type: 'object' } },
  { name: 'wait', inputSchema: { type: 'object' } },
  { name: 'end', inputSchema: { type: 'object' } },
]
const text = (said, more = {}) => ({ content: [{ type: 'text', text: said }], ...more })
const answers = {
  echo: ({ text: said }) => text(said),
  variable: ({ name }) => text(process.env[name] ?? 'none'),
  fail: () => text('It failed.', { isError: true }),
  wait: () => undefined,
  end: () => { console.error('I am tired.'); process.exit(3) },
}
const initialized = ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1' } })
const results = {
  initialize: initialized,
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: input }) => answers[name](input),
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = (end) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...end }) + '\\n')
  if (id === undefined) return
  if (!results[method]) return answer({ error: { code: -32601, message: 'Method not found' } })
  const result = results[method](params)
  if (result) answer({ result })
})
`

/** Command and arguments of a tool server with the tools echo, variable, fail, wait and end. */
export const smallToolServer = { command: 'node', args: ['-e', source] }
