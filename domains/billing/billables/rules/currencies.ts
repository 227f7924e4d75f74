const whole = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const thousandths = 'BHD IQD JOD KWD LYD OMR TND'
const hundredths = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP
  CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
  KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
  NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
  TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`

const listed = (decimals: number, codes: string) => codes.split(/\s+/).map((code) => [code, decimals] as const)

// By ISO 4217 and not by Intl: CLDR, which Intl asks, shows some currencies with fewer decimals than they have.
const decimals = new Map([...listed(0, whole), ...listed(2, hundredths), ...listed(3, thousandths)])

/** Codes of ISO 4217 in which something can be billed. */
export const currencies: readonly [string, ...string[]] = [...decimals.keys()].sort() as [string, ...string[]]

/** The number of decimals of a currency's minor unit: 0, 2 or 3. Throws for a currency that is not listed. */
export const decimalsOf = (currency: string): number => {
  const known = decimals.get(currency)
  if (known === undefined) throw new Error(`${currency} is not a currency of this product`)
  return known
}
