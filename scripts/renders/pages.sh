#!/bin/sh
# Shoots the pictures that are pages: pages.sh [NAME...], all of them without a name. pictures/PART/NAME.WIDTHxHEIGHT.html becomes
# data/seed/media/PART/NAME.png; afterwards `node --import tsx scripts/seedPictures.ts` makes the variants. Needs chromium with
# fonts-noto-cjk, and webp: what cameras see on a screen is cut from the renders.
set -e
here=$(cd "$(dirname "$0")" && pwd)
chromium=$(command -v chromium-headless-shell || command -v chromium)
media=$here/../../data/seed/media
parts=$here/pictures/product/parts

# What cameras see, for the pages that show it.
cut_parts() {
  mkdir -p "$parts"
  [ -e "$parts/edge.png" ] || sh "$here/make.sh" edge_camera
  dwebp -quiet -scale 800 600 "$media"/product/zhgd-real-name-gate-entrance.*.1600w.webp -o "$parts/gate.png"
  dwebp -quiet -scale 900 600 "$media"/case/sdkaili.*.960w.webp -o "$parts/robot.png"
  dwebp -quiet -crop 150 347 960 720 "$media"/case/sddianjian1.*.1600w.webp -o "$parts/pit.png"
}

for page in "$here"/pictures/*/*.html; do
  name=$(basename "$page" .html)
  wanted=yes
  if [ $# -gt 0 ]; then case " $* " in *" ${name%.*} "*) ;; *) wanted=no ;; esac; fi
  [ "$wanted" = yes ] || continue
  if grep -q parts/ "$page"; then cut_parts; fi
  "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-color-profile=srgb --virtual-time-budget=3000 \
    --allow-file-access-from-files --window-size="$(echo "${name##*.}" | tr x ,)" \
    --screenshot="$media/$(basename "$(dirname "$page")")/${name%.*}.png" "file://$page" >/dev/null 2>&1
done
