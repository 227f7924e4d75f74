import { v7 as uuidv7 } from 'uuid'
import { channelAddress } from '../../domains/delivery/chat/handlers.ts'
import { insertChatChannel } from '../../domains/delivery/chat/store.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

interface ChannelPlace {
  readonly server: TestServer
  readonly at: Scene
  readonly userId: string
}

/** A chat channel of a workspace; gives its id. */
export const chatChannelOf = ({ server, at, userId }: ChannelPlace) =>
  server.database.within(at.workspace, async (tx) => {
    const id = uuidv7()
    const sealed = await channelAddress.seal(tx, server.parts.vault, id, 'https://127.0.0.1/hook')
    await insertChatChannel(tx, { id, kind: 'slack', name: `Channel ${id}`, ...sealed, now: new Date(), userId })
    return id
  })
