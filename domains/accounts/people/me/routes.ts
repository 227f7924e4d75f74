import { implement } from '../../../../platform/contract/index.ts'
import type { ActParts } from './acts.ts'
import { identity } from '../contract/me.ts'
import getMe from '../operations/get-me.ts'
import initializeMyWorkspace from '../operations/initialize-my-workspace.ts'
import listMySessions from '../operations/list-my-sessions.ts'
import revokeMySession from '../operations/revoke-my-session.ts'
import setActiveWorkspace from '../operations/set-active-workspace.ts'

export default (parts: ActParts) =>
  implement(identity, {
    getMe,
    listMySessions,
    revokeMySession: revokeMySession(parts),
    setActiveWorkspace: setActiveWorkspace(parts),
    initializeMyWorkspace: initializeMyWorkspace(parts),
  })
