"""Papers on the sheets that lie in the printer: everything is laid out for A4, and is made a little
smaller, in its middle, where there is Letter.
"""

import io

A4, LETTER = (595.276, 841.89), (612.0, 792.0)
"""Width and height in points."""
NEAR = 2.0
"""Points by which a sheet may differ and still be A4."""


def fitted(printed: bytes, size: str) -> bytes:
    """The PDF for sheets of this size; sheets that are no A4, such as a single card, stay."""
    if size != "Letter":
        return printed
    from pypdf import PdfReader, PdfWriter, Transformation  # noqa: PLC0415 -- only where asked for

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(printed)))
    for page in writer.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for (own_width, own_height), (new_width, new_height) in (
            (A4, LETTER),
            (A4[::-1], LETTER[::-1]),
        ):
            if abs(width - own_width) > NEAR or abs(height - own_height) > NEAR:
                continue
            scale = min(new_width / width, new_height / height)
            middle = (new_width - width * scale) / 2, (new_height - height * scale) / 2
            page.add_transformation(Transformation().scale(scale).translate(*middle))
            for box in (page.mediabox, page.cropbox, page.trimbox, page.bleedbox, page.artbox):
                box.upper_right = (new_width, new_height)
            break
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
