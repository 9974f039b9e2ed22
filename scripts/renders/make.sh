#!/bin/sh
# Renders pictures of things: make.sh [SCENE...], all scenes without a name; PREVIEW=1 for small quick ones in /tmp,
# SAMPLES for the samples of each half.
# Needs Debian's blender, python3-numpy and chromium with fonts-noto-cjk. A scene is a file that names its PICTURE (part/name of data/seed/media);
# afterwards `node --import tsx scripts/seedPictures.ts` makes the variants. The pictures are committed: CI never renders.
set -e
here=$(cd "$(dirname "$0")" && pwd)
chromium=$(command -v chromium-headless-shell || command -v chromium)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export RENDER_TEXTURES="$work"
[ $# -gt 0 ] || set -- $(cd "$here" && grep -l '^PICTURE = ' ./*.py | sed 's|./\(.*\)\.py|\1|')

# A screen or label is a page whose name ends in its size: screens/terminal.1600x1079.html becomes terminal.png.
for page in "$here"/screens/*.html; do
  name=$(basename "$page" .html)
  "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-color-profile=srgb --virtual-time-budget=2000 \
    --window-size="$(echo "${name##*.}" | tr x ,)" --screenshot="$work/${name%.*}.png" "file://$page" >/dev/null 2>&1
done

value() { sed -n "s/^$2 = \"\(.*\)\"\$/\1/p" "$here/$1.py"; }
for scene; do
  size=$(value "$scene" SIZE)
  picture=$here/../../data/seed/media/$(value "$scene" PICTURE).png
  # A part of another picture.
  part=$(value "$scene" PART)
  [ -z "$part" ] || picture=$here/pictures/$part.png
  if [ "$PREVIEW" ]; then set -- "/tmp/preview-$scene.png" 640 480 8; else set -- "$picture" ${size:-1600 1200} "${SAMPLES:-40}"; fi
  nice -n 19 blender -b --factory-startup -P "$here/shoot.py" -- "$scene" "$@"
done
