import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const file = {
  mcpServers: {
    tracker: { command: 'npx', args: ['-y', 'tracker-mcp'], env: { TRACKER_TOKEN: 'value-that-stays-here' } },
    docs: { type: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' } },
  },
}

test('tools are added by command or address, imported from a file without its values, listed and deleted', async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const folder = await mkdtemp(join(tmpdir(), 'cli-tools-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const tools = (verb = 'list', ...rest: string[]) =>
    runForText(server, owner, ['tools', verb, '--project', projectId, ...rest])
  const path = join(folder, '.mcp.json')
  await writeFile(path, JSON.stringify(file))
  expect((await tools()).said).toEqual([expect.stringContaining('tools import .mcp.json')])
  const imported = await tools('import', path)
  expect(imported.printed).toBe(
    'tracker  stdio  npx -y tracker-mcp\n  with TRACKER_TOKEN\ndocs  http  https://mcp.example.com/mcp\n  with DOCS_TOKEN',
  )
  expect(imported.said).toEqual([
    'Runs need the secrets TRACKER_TOKEN, DOCS_TOKEN: bin/atelier secrets set TRACKER_TOKEN',
  ])
  expect(JSON.stringify(imported)).not.toContain('value-that-stays-here')
  expect(
    (await tools('add', 'tracker', '--secret', 'OTHER_TOKEN', '--', 'node', 'tracker.js', '-v')).documents,
  ).toMatchObject([[{ name: 'tracker', command: 'node', args: ['tracker.js', '-v'], secrets: ['OTHER_TOKEN'] }]])
  const remote = ['--url', 'https://mcp.example.com/sse', '--sse', '--header', 'X-Team: web']
  expect((await tools('add', 'old', ...remote)).documents).toMatchObject([
    [{ name: 'old', transport: 'sse', headers: { 'X-Team': 'web' }, secrets: [] }],
  ])
  expect((await tools('add', 'none')).failure).toMatchObject({ kind: 'usage' })
  expect((await tools('add', 'both', '--url', 'https://mcp.example.com', '--', 'npx')).failure).toMatchObject({
    kind: 'usage',
  })
  expect((await tools('add', 'odd', '--url', 'https://a.example', '--header', 'nothing')).failure).toMatchObject({
    kind: 'usage',
  })
  const clear = ['--url', 'https://a.example', '--header', 'Authorization: Bearer abc']
  expect((await tools('add', 'clear', ...clear)).failure).toMatchObject({ details: { status: 400 } })
  for (const text of ['[]', '{', '{}', '{ "mcpServers": { "a": 1 } }']) {
    await writeFile(path, text)
    expect((await tools('import', path)).failure).toMatchObject({ kind: 'usage' })
  }
  expect((await tools('import', join(folder, 'none.json'))).failure).toMatchObject({ kind: 'absent', code: 'no_file' })
  expect((await tools('delete', 'nothing')).failure).toMatchObject({ kind: 'absent', code: 'no_tool_server' })
  expect((await tools('delete', 'old')).printed).toBe('old is deleted.')
  expect((await tools()).documents).toMatchObject([[{ name: 'docs' }, { name: 'tracker' }]])
})
