import { handle } from '../../../../platform/handler/index.ts'
import { listChatChannels } from '../contract.ts'
import { presentChatChannel } from '../present.ts'
import { chatChannels } from '../store.ts'

export default handle(listChatChannels, async ({ tx, ok }) => ok((await chatChannels(tx)).map(presentChatChannel)))
