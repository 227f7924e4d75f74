import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flushPkt, pktLine } from '../../../execution/repositories/index.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { cloneOf, gitAddress, gitWorks, leftFolders, workFolders } from '../../../testing/repositories/git-client.ts'
import { git, inFolder } from '../../../testing/repository.ts'
import { headOf } from '../../../testing/repositories/revisions.ts'
import { processesWith } from '../../../testing/sandbox/processes-with.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
const { baseUrl } = server
const at = await scene(server)
const { owner } = at

test('a push and a clone that break off leave no folder and no process, and the next ones work', async () => {
  const id = await emptyProject(owner)
  await inFolder(async (folder) => {
    const clone = await cloneOf(folder, { baseUrl, at, projectId: id }, owner)
    const { commitSha: from } = await headOf(owner, id)
    const leaving = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          Buffer.concat([pktLine(`${from} ${'a'.repeat(40)} refs/heads/main\0`), flushPkt, Buffer.from('PACK')]),
        ),
    })
    const headers = { 'x-api-key': owner.key!, 'content-type': 'application/x-git-receive-pack-request' }
    const url = `${gitAddress(baseUrl, at, id)}/git-receive-pack`
    const sending = fetch(url, { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal })
    await expect.poll(async () => (await workFolders(server)).length).toBe(1)
    leaving.abort()
    await expect(sending).rejects.toThrow()
    await expect.poll(() => leftFolders(server)).toEqual([])
    await writeFile(join(clone, 'large.bin'), randomBytes(24 * 2 ** 20))
    git(clone, 'add', '-A')
    git(clone, 'commit', '-q', '-m', 'Large')
    await gitWorks(clone, 'push', '-q', 'origin', 'main')
    const done = pktLine('done\n')
    const wants = [
      pktLine('command=fetch'),
      Buffer.from('0001'),
      pktLine(`want ${(await headOf(owner, id)).commitSha}\n`),
    ]
    const response = await fetch(`${gitAddress(baseUrl, at, id)}/git-upload-pack`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' },
      body: new Uint8Array(Buffer.concat([...wants, done, flushPkt])),
    })
    const reader = response.body!.getReader()
    await reader.read()
    expect(await processesWith('upload-pack')).not.toEqual([])
    await reader.cancel()
    await expect.poll(() => leftFolders(server)).toEqual([])
    await expect.poll(() => processesWith('upload-pack')).toEqual([])
    await gitWorks(clone, 'fetch', '-q')
  })
})
