from case import Topic
def topics():
    c = Topic("typing", "typing-no")
    c.section("language, Errors: syntax")
    c.reject("syntax-no-dot", "A λ without a dot", r"\x:2 x", "syntax", "a λ needs `.` after the type")
    return [c]
