import { domain } from '../../domain.ts'
import { cycles } from './contract.ts'
import handlers from './handlers.ts'
import { namesOfCycles, countCycles, cycleKind, isChanging, findCycleByHandle, textsOfCycles } from './store.ts'

export default domain({
  name: 'cycles',
  contract: cycles,
  handlers,
  kinds: { cycle: cycleKind },
  project: () => ({ count: countCycles, isChanging }),
  foundByHandle: { cycle: findCycleByHandle },
  foundTexts: { cycle: textsOfCycles },
  names: { cycle: namesOfCycles },
})
