export interface MapFacts {
  lng: number
  lat: number
  zoom: number
  wheel: boolean
  title: string
  address: string
  tiles: string
  credit: string
}

export default function MapPage() {
  return <h1>MapPage</h1>
}
