/** Up to the city no name has a word for a smaller place, as one of a street may have: 北市路. */
const provinceAndCity =
  /^(?<region>[^省市区县路街]{2,4}省|[^省市区县路街]{2,6}自治区)?(?<city>[^省市区县路街号]{2,10}?(?:市|自治州|地区|盟))?/

/** The address of a company, with its province and its city apart where it begins with them. */
export function postalAddress(address: string): object {
  const { region = '', city = '' } = provinceAndCity.exec(address)?.groups ?? {}
  return {
    '@type': 'PostalAddress',
    addressCountry: 'CN',
    ...(region && { addressRegion: region }),
    ...(city && { addressLocality: city }),
    streetAddress: address.slice(region.length + city.length),
  }
}
