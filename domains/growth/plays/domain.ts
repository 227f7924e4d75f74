import { domain } from '../../domain.ts'
import { growthPlays } from './contract.ts'
import { proposingActions } from './propose-play.ts'
import handlers from './handlers.ts'
import { namesOfPlays, findPlay, foundPlays, playsOfPerson } from './store.ts'

export default domain({
  name: 'plays',
  contract: growthPlays,
  handlers,
  kinds: { growth_play: async (tx, id) => (await findPlay(tx, { id })) && { projectId: null } },
  names: { growth_play: namesOfPlays },
  person: { exportIn: async (tx, { userId }) => ({ growthPlays: await playsOfPerson(tx, { userId }) }) },
  foundByName: { play: foundPlays },
  jobActions: proposingActions,
})
