import { testDatabase } from '../../testing/index.ts'
import { driversThatRun, nativeHarnessUnder } from '../../testing/runs/native-in-sandbox.ts'
import { lengthOf } from '../../testing/soak.ts'

const { database } = await testDatabase()
const drivers = await driversThatRun()
for (const driver of lengthOf({ daily: drivers.slice(0, 1), soak: drivers })) nativeHarnessUnder(driver, database)
