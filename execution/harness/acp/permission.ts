import { resolve } from 'node:path'
import type {
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { isWithin } from '../native/path.ts'

const changing = new Set(['edit', 'delete', 'move'])
const yes: readonly PermissionOptionKind[] = ['allow_once', 'allow_always']
const no: readonly PermissionOptionKind[] = ['reject_once', 'reject_always']

/**
 * The answer to an agent that asks for a permission. The sandbox is the wall, so that it may do everything that the
 * sandbox allows; changes of files outside of the worktree are refused, since they would be lost. For a single time, if
 * it offers that.
 */
export const answerPermission = (root: string, { toolCall, options }: RequestPermissionRequest) => {
  const outside = changing.has(toolCall.kind ?? '')
    ? toolCall.locations?.find(({ path }) => !isWithin(root, resolve(root, path)))?.path
    : undefined
  const allowed = outside === undefined
  const wanted = allowed ? yes : no
  const option = wanted.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined)
  const isAllowed = allowed && option !== undefined
  const response: RequestPermissionResponse = {
    outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' },
  }
  return {
    response,
    allowed: isAllowed,
    sentence: isAllowed
      ? 'Allowed: the sandbox bounds what it can do.'
      : outside === undefined
        ? 'Not allowed, since there was no way to say yes.'
        : `Not allowed: ${outside.slice(0, 500)} is outside of the worktree.`,
  }
}
