import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/jobs/world.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { baseImage, importBaseImage } from '../../../testing/sandbox/base-image.ts'
import { containersUnderTest } from '../../../testing/sandbox/conformance-scene.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getDeployment, getDeploymentLog, openDeployment, redeployProjectPreview } from './contract.ts'

const program = `
  socket(my $s, 2, 1, 0) or die; setsockopt($s, 1, 2, 1);
  bind($s, pack('S n a4 x8', 2, $ENV{PORT}, "\\0" x 4)) or die "bind: $!\\n"; listen($s, 5);
  while (accept(my $c, $s)) {
    my $line = <$c>;
    open(my $made, '<', '/shop/made'); my $body = "$> $ENV{PORT} " . <$made>;
    print $c "HTTP/1.1 200 OK\\r\\nconnection: close\\r\\ncontent-length: " . length($body) . "\\r\\n\\r\\n$body"; close $c;
  }`

const files = {
  Dockerfile: `FROM ${baseImage}\nCOPY . /shop\nWORKDIR /shop\nRUN echo -n built >made\nEXPOSE 8080\nCMD ["perl", "server.pl"]\n`,
  'server.pl': program,
}

const deployed = async (at: Scene) => {
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  const { status, body } = await at.owner.call(redeployProjectPreview, { body: { projectId } })
  expect(status).toBe(202)
  const id = body.id as string
  const row = await eventually(async () => {
    const read = (await at.owner.call(getDeployment, { id })).body
    return ['building', 'deploying'].includes(read.status as string) ? undefined : read
  })
  return { id, row, log: (await at.owner.call(getDeploymentLog, { id })).body.text as string }
}

/** Browsers lead names below localhost to this machine, and Node does not. */
const visit = async (address: string, cookie = '') => {
  const { host, port, pathname, search } = new URL(address)
  const request = get({ host: '127.0.0.1', port, path: pathname + search, headers: { host, cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

const here = await containersUnderTest()
if (here.engine) await importBaseImage(here.engine)

test.skipIf(!here.engine)(`an image is built and answers at its preview host ${here.why}`, async () => {
  const server = await testServer({
    ATELIER_SANDBOX_DRIVER: 'container',
    ATELIER_SANDBOX_ENGINE: here.engine!.socket,
  })
  const at = await scene(server)
  const { id, row, log } = await deployed(at)
  expect(row, log).toMatchObject({
    status: 'live',
    failure: null,
    build: { kind: 'dockerfile', foundBy: 'The repository has a Dockerfile.' },
  })
  expect(log).toContain('COPY')
  expect((await visit(row.url as string)).status).not.toBe(200)
  const opened = await at.owner.call(openDeployment, { id })
  const entered = await visit(opened.body.url as string)
  const [cookie = ''] = entered.headers['set-cookie'] ?? []
  const page = await visit(row.url as string, cookie.split(';')[0])
  expect([page.status, page.text]).toEqual([200, '1000 8080 built'])
})

test('without the driver of containers the deployment fails, and names the need', async () => {
  const server = await testServer()
  const { row } = await deployed(await scene(server))
  expect(row).toMatchObject({
    status: 'failed',
    failure: {
      code: 'build_failed',
      message: expect.stringContaining('takes the sandbox driver container; this server has another') as string,
    },
    build: null,
  })
})
