import { v7 as uuidv7 } from 'uuid'
import { addDomain } from '../../domains/accounts/company-sign-in/store.ts'
import { newLinkToken } from '../../platform/crypto/index.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A domain of a workspace that is not proved; gives its id. */
export const identityDomainIn = ({ database }: TestServer, { workspace }: Scene): Promise<string> =>
  database.within(workspace, async (tx) => {
    const id = uuidv7()
    await addDomain(tx, { id, domain: `${id}.example.com`, token: newLinkToken().token, now: new Date() })
    return id
  })
