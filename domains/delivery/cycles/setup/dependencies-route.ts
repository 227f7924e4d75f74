import type { IncomingMessage, ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Route } from '../../../../execution/egress/index.ts'
import type { CycleParts } from '../jobs/parts.ts'
import { readJson, sendJson } from '../jobs/route-json.ts'
import { answers, changeDependencies } from './change-dependencies.ts'

const bodyMostBytes = 64 * 2 ** 20
const changesMost = 30

const Asked = Type.Object({
  action: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('update')]),
  name: Type.String(),
  range: Type.Optional(Type.String()),
  dev: Type.Optional(Type.Boolean()),
  files: Type.Record(Type.String(), Type.String()),
})

/**
 * How an agent changes dependencies: `POST` of what is asked with the manifests and lock files as the worktree has them,
 * answered by a sentence and the files that change. One at a time, and thirty in one attempt.
 */
export const dependenciesRoute = (parts: CycleParts, signal: AbortSignal): Route => {
  let turn: Promise<unknown> = Promise.resolve()
  let asked = 0
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    // Who has gone, such as an agent whose time was up, leaves no sandbox at work.
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const body = await readJson(request, bodyMostBytes)
    if (!Value.Check(Asked, body)) {
      sendJson(response, 400, { sentence: 'The request is not of its form.' })
      return
    }
    asked += 1
    if (asked > changesMost) {
      sendJson(response, 200, { ok: false, sentence: answers.tooMany, files: {} })
      return
    }
    const { files, ...change } = body
    const { answer, files: changed } = await changeDependencies(
      parts,
      AbortSignal.any([signal, gone.signal]),
      new Map(Object.entries(files)),
      change,
    )
    const ok = answer === 'changed' || answer === 'unchanged'
    sendJson(response, 200, { ok, sentence: answers[answer], files: Object.fromEntries(changed) })
  }
  return (request, response) => {
    turn = turn.then(() =>
      serve(request, response).catch(() =>
        sendJson(response, 500, { sentence: 'The change could not be worked out.' }),
      ),
    )
  }
}
