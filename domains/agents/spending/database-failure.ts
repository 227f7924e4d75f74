import { databaseUnavailable } from '../../../execution/models/index.ts'
import { isBusy, isUnavailable } from '../../../platform/db/unavailable.ts'

/** Works in the database for a call of a model. If it is away or busy, throws a ModelFailure with the reason. */
export const inDatabase = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isUnavailable(error) || isBusy(error) ? databaseUnavailable(error) : error
  }
}
