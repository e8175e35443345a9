/// Two articles as files: one in all languages, and one in German that should have been reviewed by 7 April 2020.
package enum SampleArticles {
    package static let files = [
        "keywords.json": #"""
        {"pollen": {"en": "pollen", "de": "Pollen", "fr": "pollen", "es": "polen", "it": "polline"},
         "home": {"en": "home", "de": "Zuhause", "fr": "maison", "es": "casa", "it": "casa"}}
        """#,
        "pollen-count/article.json": #"""
        {"published": "2020-03-01", "reviewed": "2020-03-15", "reviewAgain": "2022-03-01",
         "keywords": ["pollen"], "disclaimer": "data", "sources": [
           {"title": "Ambient air <EN 16868>", "publisher": "CEN", "url": "https://cen.example/16868", "date": "2019"},
           {"title": "Terms", "publisher": "Aerobiologia", "url": "https://doi.org/10.1007/x", "date": "2017"}]}
        """#,
        "pollen-count/en.md": """
        # How pollen is counted

        People count the grains on a tape, day after day.

        ## The trap

        A pump draws air through a slit [1]. The **tape** moves [2], but see [3].

        - Birch & hazel
        - [The map](/places) and [a site](https://who.int/x)

        <script>alert(1)</script>
        """,
        "pollen-count/de.md": """
        # Wie Pollen gezählt werden

        Menschen zählen die Körner auf einem Band, Tag für Tag.

        ## Die Falle

        Eine Pumpe saugt Luft durch einen Schlitz [1]. Blütenstaub von Gräsern bleibt kleben.
        """,
        "pollen-count/fr.md": """
        # Comment on compte le pollen

        On compte les grains sur une bande, jour après jour.

        Une pompe aspire l’air par une fente [1]. Le bouleau et les graminées y collent.
        """,
        "pollen-count/es.md": """
        # Cómo se cuenta el polen

        Alguien cuenta los granos en una cinta, día tras día.

        Una bomba aspira el aire por una ranura [1]. El abedul y las gramíneas quedan pegados.
        """,
        "pollen-count/it.md": """
        # Come si conta il polline

        Qualcuno conta i granuli su un nastro, giorno dopo giorno.

        Una pompa aspira l’aria da una fessura [1]. Betulle e graminacee restano attaccate.
        """,
        "dust-at-home/article.json": #"""
        {"published": "2018-05-01", "reviewed": "2018-05-01", "reviewAgain": "2020-04-07",
         "keywords": ["home", "pollen"], "disclaimer": "medicine", "sources": [
           {"title": "Hausstaub", "publisher": "aha!", "url": "https://aha.example/", "read": "2018-05-01"}]}
        """#,
        "dust-at-home/de.md": """
        # Hausstaub & Milben

        Was gegen Milben im Bett hilft.

        Waschen Sie die Bettwäsche heiß [1].
        """,
    ]
}
