import { watch } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseFolder, mountMemory, startReaper, startTestServer, type TestCluster } from '../cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where suites ask for the database server (`wanted`) and find its address (`answer.json`). */
    testFolder: string
    /** Where temporary files lie on the machine's disk: for links to the checkout, and servers whose sockets need short paths. */
    diskFolder: string
  }
}

/** One database server for the whole run, started when the first suite asks for it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await databaseFolder()
  project.provide('diskFolder', tmpdir())
  const files = await mountMemory()
  const reap = startReaper(folder, files)
  // Workers are given it, and what they start.
  if (files !== undefined) process.env.TMPDIR = files
  project.provide('testFolder', folder)
  let cluster: Promise<TestCluster | undefined> | undefined
  const watcher = watch(folder, (_event, name) => {
    if (name === 'wanted') cluster ??= startAndAnswer(folder)
  })
  return async () => {
    watcher.close()
    await (await cluster)?.stop()
    await reap()
  }
}

const startAndAnswer = async (folder: string) => {
  try {
    const cluster = await startTestServer(folder)
    await answer(folder, { url: cluster.url })
    return cluster
  } catch (error) {
    await answer(folder, { failure: (error as Error).stack ?? String(error) })
    return undefined
  }
}

const answer = async (folder: string, content: { url: string } | { failure: string }) => {
  await writeFile(join(folder, 'answer.new'), JSON.stringify(content))
  await rename(join(folder, 'answer.new'), join(folder, 'answer.json'))
}
