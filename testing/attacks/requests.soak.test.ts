import { describe } from 'vitest'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { sendOddValues } from './odd-values.ts'

const server = await testServer()
const mine = await scene(server)

describe('any unusual value in any place of an address causes no 5xx and reveals no internals:', () => {
  sendOddValues(server, mine, () => true)
})
