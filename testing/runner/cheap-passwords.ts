import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  keyBytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void

/** The sign-in library's parameters of scrypt for each password: 32 MiB and a tenth of a second. */
export const ofPasswords = { N: 16_384, r: 16, p: 1 } as const
const fewestRounds = 2

const known = crypto.scrypt as Scrypt & { readonly whole?: Scrypt }
const whole = known.whole ?? known

const cheap: Scrypt = (password, salt, keyBytes, options, done) => {
  const { N, r, p } = options
  const isOfPassword = N === ofPasswords.N && r === ofPasswords.r && p === ofPasswords.p
  whole(password, salt, keyBytes, isOfPassword ? { ...options, N: fewestRounds } : options, done)
}

const install = (scrypt: Scrypt) => {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}

// Every server of a test makes an account, so that passwords were a thirtieth of what all tests cost.
install(Object.assign(cheap, { whole }))

/** Passwords that `work` sets or gives cost what they do outside of tests. */
export const atWholeCost = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  install(whole)
  try {
    return await work()
  } finally {
    install(cheap)
  }
}
